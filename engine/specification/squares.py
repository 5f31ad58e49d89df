"""The fields of specifications that name squares."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

ONE_SQUARE = ("start", "end", "from", "to")
SQUARE_LISTS = ("starts", "via")


def squares_of(specification: Mapping[str, Any]) -> Iterator[str]:
    """Yield the squares of a specification that are written as text; "all" is none."""
    lists = [specification.get(name) or [] for name in SQUARE_LISTS]
    one = [specification.get(name) for name in ONE_SQUARE]
    several = [square for given in lists if not isinstance(given, str) for square in given]
    yield from (square for square in [*one, *several] if isinstance(square, str) and square != "all")
