"""The index of a board's closed tours."""
