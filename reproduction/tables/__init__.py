"""The published tables by family: the jobs each needs, and how a figure is read off their results."""
