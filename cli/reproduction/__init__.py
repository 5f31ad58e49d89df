"""Recomputing the published tables: what to compute for each figure, and how the two are held together."""
