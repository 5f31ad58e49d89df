"""Longest paths whose moves do not cross."""
