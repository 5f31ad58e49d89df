"""Tours up to symmetry."""
