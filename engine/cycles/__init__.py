"""Cycles by their number: the index of a board, its files, and the walk through its layers."""
