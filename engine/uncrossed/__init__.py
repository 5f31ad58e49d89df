"""Longest paths and cycles of a piece whose moves, drawn as straight segments, do not cross."""
