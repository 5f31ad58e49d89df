"""Search criteria for tours by statistics: ranges of values, and an order by one statistic."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.errors import InvalidProblemError
from engine.features.table import STATISTICS

RANGE = re.compile(r"\s*([a-z_0-9]+)\s*:\s*([0-9]{1,9})?(?:(\.\.)([0-9]{1,9})?)?\s*")


@dataclass(frozen=True)
class Range:
    """A range of values that tours have of a statistic: from `least` to `most`, both included; None: no bound."""

    statistic: str
    least: int | None = None
    most: int | None = None

    def __contains__(self, value: int) -> bool:
        return (self.least is None or self.least <= value) and (self.most is None or value <= self.most)


@dataclass(frozen=True)
class Order:
    """An order by the values of a statistic, the least or the greatest first; ties by the ids of the tours."""

    statistic: str
    descending: bool = False


def parse_ranges(text: str) -> tuple[Range, ...]:
    """Return the ranges that `text` names: "crossings:52", "crossings:50..60", "turns:..57,magic:1".

    InvalidProblemError where there is no such statistic, or a range is malformed or empty.
    """
    return tuple(_parse_range(part) for part in text.split(",") if part.strip())


def parse_order(text: str) -> Order:
    """Return the order that `text` names: "crossings", or "-crossings" for the greatest first."""
    return Order(_check_name(text.removeprefix("-")), descending=text.startswith("-"))


def _parse_range(text: str) -> Range:
    match = RANGE.fullmatch(text)
    if match is None or (match[2] is None and match[4] is None):
        raise InvalidProblemError("", f"{text!r} is no range; write crossings:52, crossings:50..60 or turns:..57")
    least = None if match[2] is None else int(match[2])
    most = least if match[3] is None else None if match[4] is None else int(match[4])
    if least is not None and most is not None and least > most:
        raise InvalidProblemError("", f"{text!r} is empty: its first number is the greater one")
    return Range(_check_name(match[1]), least, most)


def _check_name(name: str) -> str:
    if name not in STATISTICS:
        raise InvalidProblemError("", f"there is no statistic {name!r}; there are {', '.join(STATISTICS)}")
    return name
