"""Construction of single tours."""
