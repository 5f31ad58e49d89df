"""Units for sums of squares, which would overflow for the weights on large boards."""

from __future__ import annotations

import math

SQUARED = 2.0**400
"""Weights below this can be squared and added up as they are."""


def unit_of(largest: float) -> float:
    """Return the power of two in whose square sums of squares are kept, given the largest of the numbers."""
    return 1.0 if largest < SQUARED else math.ldexp(1.0, math.frexp(largest)[1] - 1)
