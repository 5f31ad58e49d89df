"""The published tables, recomputed: what to compute for each figure, and how the two are held together."""
