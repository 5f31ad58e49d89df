"""How figures are written for people, by the signs and in the words of their language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from math import ceil, floor, log10
from typing import NamedTuple

from language.formats import figures
from language.translate import gettext, gettext_noop, translate

SUFFIXES = ("", "k", "M", "G", "T", "P")
TIMES = "\u00d7"
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
MAX_IN_SQUARE = 10**7
"""Integers below it are written in full on a square."""

MAX_DIGITS = 48
"""Longer decimal texts are strings of digits, not numbers."""

YEAR = 31_557_600
MANY_YEARS = 10_000
UNITS = ((YEAR, gettext_noop("y")), (86400, gettext_noop("d")), (3600, "h"), (60, "min"), (1, "s"))
A_FEW = 8


class TimeWords(NamedTuple):
    """Words for a number of some unit of time: an estimate, a bound, and two bounds."""

    about: str
    up_to: str
    between: str


TIMES_IN_WORDS: Mapping[int, TimeWords] = {
    YEAR: TimeWords(
        gettext_noop("about %(number)s years"),
        gettext_noop("up to %(number)s years"),
        gettext_noop("%(low)s to %(high)s years"),
    ),
    86400: TimeWords(
        gettext_noop("about %(number)s days"),
        gettext_noop("up to %(number)s days"),
        gettext_noop("%(low)s to %(high)s days"),
    ),
    3600: TimeWords(
        gettext_noop("about %(number)s hours"),
        gettext_noop("up to %(number)s hours"),
        gettext_noop("%(low)s to %(high)s hours"),
    ),
    60: TimeWords(
        gettext_noop("about %(number)s minutes"),
        gettext_noop("up to %(number)s minutes"),
        gettext_noop("%(low)s to %(high)s minutes"),
    ),
    1: TimeWords(
        gettext_noop("about %(number)s seconds"),
        gettext_noop("up to %(number)s seconds"),
        gettext_noop("%(low)s to %(high)s seconds"),
    ),
}
"""By the unit's seconds. Numbers are always plural: a single unit is given in the next smaller one."""


def group_digits(value: int | str) -> str:
    """Write an exact integer of any size with its digits in threes."""
    return figures(f"{int(value):,}")


def format_printed(value: object, error: float | None = None) -> str:
    """Write a value as sources print them: a number with its error, decimal text, a word or a row."""
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if isinstance(value, str):
        return group_digits(value) if value.isdecimal() and len(value) <= MAX_DIGITS else value
    if isinstance(value, int | float):
        return figures(f"{value:,g}") if error is None and 1e-4 <= abs(value) < 1e6 else _format_measured(value, error)
    return ""


def _format_measured(value: float, error: float | None) -> str:
    return significant(value) if error is None else plus_minus(value, error)


def compact(value: float) -> str:
    """Write a number of any size in at most five signs: 1728 as 1.73k, 10**30 as 1e30."""
    for power, unit in enumerate(SUFFIXES):
        if abs(value) < 999.5 * 1000**power:
            return figures(f"{value / 1000**power:.3g}{unit}")
    return f"{Decimal(value):.0e}".replace("e+", "e")


def in_one_unit(values: Sequence[float | int | None]) -> tuple[list[str], str]:
    """Write values of any size for small squares: with separators where they fit, else in one common power of ten.

    Returns the texts (empty for None) and the unit, such as "10¹²"; "" where the texts are the values themselves. Of
    large integers the greatest has four digits.
    """
    known = [value for value in values if value is not None]
    greatest = max(known, key=abs, default=0)
    if all(isinstance(value, int) for value in known) and abs(greatest) < MAX_IN_SQUARE:
        return ["" if value is None else figures(f"{value:,}") for value in values], ""
    power = len(str(abs(greatest))) - 1 if isinstance(greatest, int) else floor(log10(abs(greatest))) if greatest else 0
    if -3 < power < 5:
        return ["" if value is None else figures(f"{value:.3g}") for value in values], ""
    power -= 3 if isinstance(greatest, int) else 0
    texts = ["" if value is None else _short(_shift(value, power)) for value in values]
    return texts, ten_to(power)


def _short(value: float) -> str:
    return figures(f"{value:,.0f}" if abs(value) >= 10 else f"{value:.3g}")


def _shift(value: float, power: int) -> float:
    """Return value / 10**power, also of integers that no float holds."""
    if isinstance(value, int):
        return int(value * 1000 // 10**power) / 1000 if power > 0 else float(value)
    return value / 10.0**power


def significant(value: float) -> str:
    """Write an estimate with four significant digits."""
    if abs(value) >= 1e7 or 0 < abs(value) < 1e-4:
        return scientific(value, 3)
    return figures(f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}")


def plain(value: float) -> str:
    """Write a number as it is, with separators; of very large and very small ones four digits."""
    if abs(value) >= MAX_IN_SQUARE or 0 < abs(value) < 1e-4:
        mantissa, exponent = f"{Decimal(value):.3e}".split("e")
        return f"{figures(mantissa.rstrip('0').rstrip('.'))}{TIMES}{ten_to(int(exponent))}"
    return figures(f"{value:,.0f}" if value == int(value) or abs(value) >= 1e5 else f"{value:,.6g}")


def ten_to(exponent: int) -> str:
    """Write a power of ten."""
    return f"10{str(exponent).translate(RAISED)}"


def scientific(value: float, decimals: int) -> str:
    """Write a number with a power of ten, its exponent in raised digits."""
    mantissa, exponent = f"{value:.{decimals}e}".split("e")
    return f"{figures(mantissa)}{TIMES}{ten_to(int(exponent))}"


def plus_minus(value: float, error: float) -> str:
    """Write an estimate with its standard error, both to the error's second digit.

    Samples that all found nothing say nothing about the error.
    """
    if not error > 0:
        return f"{significant(value)} ± 0" if value else gettext("0 (none found)")
    largest = max(abs(value), error)
    last = floor(log10(error)) - 1
    if largest >= 1e7 or largest < 1e-3:
        power = floor(log10(largest))
        decimals = min(9, max(0, power - last))
        pair = figures(f"({value / 10.0**power:.{decimals}f} ± {error / 10.0**power:.{decimals}f})")
        return f"{pair}{TIMES}{ten_to(power)}"
    decimals = max(0, -last)
    return figures(" ± ".join(f"{number:,.{decimals}f}" for number in (value, error)))


def power_of_ten(logarithm: float, relative_error: float) -> str:
    """Write an estimate of any size from its decimal logarithm, with its standard error as a share of it."""
    power = floor(logarithm)
    shown = plus_minus(10.0 ** (logarithm - power), 10.0 ** (logarithm - power) * relative_error)
    return f"({shown}){TIMES}{ten_to(power)}"


def rate(value: float) -> str:
    """Write units a second: large numbers abbreviated, small ones with four digits."""
    return f"{compact(value) if value >= 10_000 else significant(value)}/s"


def duration(seconds: float | None) -> str:
    """Write a time span with its two largest units; a dash for one that is not known."""
    if seconds is None:
        return "-"
    if 0 < seconds < 1:
        return figures(f"{1000 * seconds:.3g} ms") if seconds >= 0.001 else gettext("under 1 ms")
    if seconds < 60:
        return figures(f"{seconds:.3g} s")
    if seconds >= MANY_YEARS * YEAR:
        return f"{scientific(seconds / YEAR, 1)} {gettext('y')}"
    rest = int(seconds)
    parts: list[str] = []
    for size, unit in UNITS:
        if rest >= size or parts:
            parts.append(figures(f"{rest // size} {translate(unit)}"))
            rest %= size
    return " ".join(parts[:2])


def percent(fraction: float) -> str:
    """Write a share; only 1 reads 100 %, and only 0 reads 0 %."""
    if fraction in (0, 1):
        return figures(f"{100 * fraction:.0f} %")
    return gettext("under 0.1 %") if fraction < 0.0005 else figures(f"{min(99.9, 100 * fraction):.1f} %")


def share(value: float, low: float, high: float) -> tuple[str, str, str]:
    """Write a share and the ends of its interval as percentages, to the second digit of the interval's half width."""
    half = 100 * (high - low) / 2
    decimals = min(9, max(1, 1 - floor(log10(half)))) if half > 0 else 4
    value, low, high = 100 * value, 100 * low, 100 * high
    return figures(f"{value:.{decimals}f} %"), figures(f"{low:.{decimals}f} %"), figures(f"{high:.{decimals}f} %")


def time_left(seconds: float | None) -> str:
    """Say an estimated time in words, to at most two figures: such estimates are no better."""
    if seconds is None:
        return gettext("not known yet")
    if seconds < A_FEW:
        return gettext("a few seconds")
    size = _unit(seconds)
    step = _step(seconds / size)
    return _say(TIMES_IN_WORDS[size].about, number=step * round(seconds / size / step))


def time_range(seconds: Sequence[float] | None) -> str:
    """Say the least and the most of an estimated time in words, in the unit of the most."""
    if seconds is None or seconds[1] < A_FEW:
        return time_left(None if seconds is None else seconds[1])
    least, most = seconds
    size = _unit(most)
    words, (fewer, more) = TIMES_IN_WORDS[size], (_step(least / size), _step(most / size))
    low, high = fewer * floor(least / size / fewer), more * ceil(most / size / more)
    if low == high:
        return _say(words.about, number=high)
    return _say(words.up_to, number=high) if low == 0 else _say(words.between, low=low, high=high)


def _unit(seconds: float) -> int:
    """Return the unit of a time, in seconds: the largest that fits into it several times."""
    return next(size for size in TIMES_IN_WORDS if seconds >= 1.5 * size or size == 1)


def _step(count: float) -> int:
    """Return the number to whose multiples a count of this size is rounded."""
    return 1 if count < 10 else 5 * 10 ** (floor(log10(count)) - 1)


def _say(words: str, **counts: int) -> str:
    return translate(words) % {
        name: scientific(count, 0) if count >= MANY_YEARS else figures(f"{count:,}") for name, count in counts.items()
    }
