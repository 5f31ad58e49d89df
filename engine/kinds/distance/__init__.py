"""Distances and shortest paths."""
