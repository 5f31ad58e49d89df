"""Agreement of two figures of the same quantity: the one rule used everywhere."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot

from findings.statements.statement import Statement

LIMIT = 4.0
"""Figures further apart than this many standard errors disagree.

Chance alone exceeds it for one sound pair in 16,000. A page compares dozens of figures and a reproduction a thousand:
at three standard errors, one pair in 370, each reproduction would raise several false alarms. z is always shown.
"""


@dataclass(frozen=True)
class Agreement:
    """Comparison of two figures. difference: the first minus the second.

    z: the difference in combined standard errors, None without any. agrees: None if undecidable. words: a description.
    """

    difference: float
    z: float | None
    agrees: bool | None
    words: str


def agreement(first: Statement, second: Statement) -> Agreement:
    """Compare two figures: exact ones must be equal, estimates within `LIMIT` standard errors."""
    both = first.exact and second.exact
    difference = float(int(first.value) - int(second.value)) if both else first.number - second.number
    if first.partial or second.partial:
        return Agreement(difference, None, None, "not compared: a job has examined a part only")
    if both:
        equal = first.value == second.value
        return Agreement(difference, None, equal, "equal" if equal else "different")
    return judge(difference, hypot(first.error, second.error))


def judge(difference: float, error: float) -> Agreement:
    """Judge a difference by its standard error."""
    if not error:
        equal = difference == 0.0
        return Agreement(difference, None, equal or None, "equal" if equal else "not compared: no spread was seen")
    z = difference / error
    agrees = abs(z) <= LIMIT
    return Agreement(difference, z, agrees, f"{'agrees' if agrees else 'disagrees'}, z = {z:+.2f}")
