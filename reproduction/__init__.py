"""The published tables, recomputed: what to compute for each figure, and how both are compared."""
