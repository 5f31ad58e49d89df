"""Exhaustive search and exact counting, one algorithm a file."""
