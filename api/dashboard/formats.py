"""How figures are written for people."""

from __future__ import annotations

from collections.abc import Mapping

SUFFIXES = ("", "k", "M", "G", "T", "P")
THIN_SPACE = "\u202f"
UNITS = ((31_557_600, "y"), (86400, "d"), (3600, "h"), (60, "min"))
AGREED, DOUBTFUL = 1.2, 4.0
"""Estimates of the time left that differ by less than the first factor agree; by more than the second, say little."""


def grouped(value: int | str) -> str:
    """Write an exact integer with its digits in threes."""
    return f"{int(value):,}".replace(",", THIN_SPACE)


def short_count(value: int) -> str:
    """Write an integer in at most five signs, for a small square: 1728 as 1.73k, 10**30 as 1e30."""
    if value < 1000:
        return str(value)
    power = (len(str(value)) - 1) // 3
    if power >= len(SUFFIXES):
        return f"{str(value)[0]}e{len(str(value)) - 1}"
    return f"{value / 1000**power:.3g}{SUFFIXES[power]}"


def significant(value: float) -> str:
    """Write an estimate with four significant digits."""
    return f"{value:,.0f}".replace(",", THIN_SPACE) if 1000 <= abs(value) < 1e7 else f"{value:.4g}"


def rate(value: float) -> str:
    """Write units a second: large ones in short, small ones with four digits."""
    return f"{short_count(round(value)) if value >= 10_000 else significant(value)}/s"


def duration(seconds: float | None) -> str:
    """Write a time span with its two largest units; a dash for one that is not known."""
    if seconds is None:
        return "-"
    if seconds < 60:
        return f"{seconds:.3g} s"
    rest = int(seconds)
    parts: list[str] = []
    for size, unit in UNITS:
        if rest >= size or parts:
            parts.append(f"{rest // size} {unit}")
            rest %= size
    return " ".join(parts[:2])


def percent(fraction: float) -> str:
    """Write a share; only what is wholly done reads 100 %."""
    return "100 %" if fraction >= 1 else f"{min(99.9, 100 * fraction):.1f} %"


def time_left(rates: Mapping[str, float], remaining: float | None) -> str:
    """Say how long `remaining` units take, and how sure that is: the rates over several windows may disagree."""
    times = sorted(remaining / rate for rate in rates.values() if rate > 0) if remaining is not None else []
    if not times:
        return "not known yet"
    least, most = times[0], times[-1]
    if most <= AGREED * least:
        return f"about {duration(round(least))}"
    if most <= DOUBTFUL * least:
        return f"between {duration(round(least))} and {duration(round(most))}"
    return f"very uncertain: {duration(round(least))} at the best recent rate, {duration(round(most))} at the worst"
