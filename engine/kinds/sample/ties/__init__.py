"""Warnsdorff's rule with random ties: exact success."""
