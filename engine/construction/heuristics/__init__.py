"""Greedy walks by the rule of the fewest onward moves: one tie-break a file, and how often they succeed."""
