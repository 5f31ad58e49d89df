"""Lengths of time in words."""

from __future__ import annotations


def in_words(seconds: float) -> str:
    """Return a rough length of time as a person says it."""
    for unit, length in (("years", 3.16e7), ("days", 86400.0), ("hours", 3600.0), ("minutes", 60.0)):
        if seconds >= 2 * length:
            amount = seconds / length
            return f"{amount:.0f} {unit}" if amount < 1000 else f"{amount:.0e} {unit}"
    if seconds < 0.01:
        return f"{max(0.01, 1000 * seconds):.2g} ms"
    return f"{seconds:.1g} s" if seconds < 10 else f"{seconds:.0f} s"
