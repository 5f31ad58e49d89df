"""Tours that a symmetry leaves as they are."""
