"""The fields of specifications that name squares."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

ONE_SQUARE = ("start", "end", "from", "to")
EVERY_SQUARE = ("from", "to")
"""Of these, may be "all"."""

SQUARE_LISTS = ("starts", "via")


def squares_of(specification: object) -> Iterator[str]:
    """Yield the squares of a specification, checked or not, as text: coordinates as in "1,1"; "all" is none."""
    if not isinstance(specification, Mapping):
        return
    lists = [given for name in SQUARE_LISTS if isinstance(given := specification.get(name), list)]
    for square in [*(specification.get(name) for name in ONE_SQUARE), *(one for given in lists for one in given)]:
        if isinstance(square, list):
            yield ",".join(map(str, square))
        elif isinstance(square, str) and square != "all":
            yield square
