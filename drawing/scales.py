"""The axes of charts: where a value lies, and which values are marked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from drawing.numbers import plain, ten_to

MAX_TICKS = 5
"""The most parts that an axis is cut into."""

STEPS = (1, 2, 5, 10)
MAX_PLAIN, MIN_PLAIN = 1e6, 1e-3
"""Values from the first on, and those below the second, are marked in a common power of ten."""

MARGIN = 0.06
"""Room above and below the values, as a share of their range."""


@dataclass(frozen=True)
class Scale:
    """The map from values between `low` and `high` to places between `begin` and `end`."""

    low: float
    high: float
    begin: float
    end: float
    ticks: Sequence[float]
    log: bool = False

    def at(self, value: float) -> float:
        """Return the place of a value; what lies outside is moved to the edge."""
        low, high, value = (self.low, self.high, value) if not self.log else _logs(self.low, self.high, value)
        share = (value - low) / (high - low)
        return self.begin + (self.end - self.begin) * min(1.0, max(0.0, share))


def scale_of(values: Sequence[float], begin: float, end: float, *, log: bool = False, ticks: int = MAX_TICKS) -> Scale:
    """Return a scale for all values; a logarithmic one where `log` is asked for and a value is positive."""
    low, high = (min(values), max(values)) if values else (0.0, 1.0)
    if log and high > 0:
        low = min((value for value in values if value > 0), default=high)
        first, last = floor(log10(low)), max(floor(log10(low)) + 1, ceil(log10(high)))
        step = max(1, ceil((last - first) / MAX_TICKS))
        return Scale(10.0**first, 10.0**last, begin, end, [10.0**k for k in range(first, last + 1, step)], log=True)
    if high == low:
        low, high = low - (abs(low) / 2 or 1), high + (abs(high) / 2 or 1)
    room = 0.0 if abs(begin - end) > 600 else MARGIN * (high - low)
    bottom = 0.0 if low >= 0 and low < 0.25 * high else low - room
    return Scale(bottom, high + room, begin, end, _ticks(bottom, high + room, ticks))


def tick_labels(scale: Scale) -> tuple[list[str], str]:
    """Write the marked values: in full with separators, or where they are long in one common power of ten.

    Returns the texts and the unit, "" where they are the values themselves. Logarithmic axes have powers of ten.
    """
    greatest = max((abs(value) for value in scale.ticks), default=0.0)
    if scale.log:
        return [plain(value) if greatest < MAX_PLAIN else ten_to(round(log10(value))) for value in scale.ticks], ""
    if greatest == 0 or MIN_PLAIN <= greatest < MAX_PLAIN:
        return [plain(value) for value in scale.ticks], ""
    exponent = 3 * floor(log10(greatest) / 3)
    return [plain(value / 10.0**exponent) for value in scale.ticks], ten_to(exponent)


def _ticks(low: float, high: float, most: int) -> list[float]:
    rough = (high - low) / most
    base = 10.0 ** floor(log10(rough))
    step = next(step * base for step in STEPS if step * base >= rough)
    return [k * step for k in range(ceil(low / step), floor(high / step) + 1)]


def _logs(low: float, high: float, value: float) -> tuple[float, float, float]:
    return log10(low), log10(high), log10(max(value, low))
