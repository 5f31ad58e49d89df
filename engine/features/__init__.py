"""What a tour is like: angles, directions, crossings, turns, straight runs, and sums of its numbers. Needs no numba."""
