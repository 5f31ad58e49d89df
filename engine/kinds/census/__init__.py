"""How the statistics of tours are distributed."""
