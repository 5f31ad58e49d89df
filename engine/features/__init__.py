"""What a tour is like: angles, directions, crossings, turns, straight runs, sums. No numba but in `measure_kernel`."""
