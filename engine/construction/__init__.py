"""Construction of tours, one algorithm a file: greedy heuristics, guaranteed schemes, exact search."""
