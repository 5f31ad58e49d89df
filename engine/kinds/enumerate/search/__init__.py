"""Depth-first search, cut into subtrees."""
