"""The fields of specifications that name squares."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

ONE_SQUARE = ("start", "end", "from", "to")
EVERY_SQUARE = ("from", "to")
"""Those of them that may be "all"."""

SQUARE_LISTS = ("starts", "via", "tour")
LISTS_OF_LISTS = ("paths", "moves", "barred")


def squares_of(specification: object) -> Iterator[str]:
    """Yield the squares of a specification, checked or not, as text: coordinates as in "1,1"; "all" is none."""
    if not isinstance(specification, Mapping):
        return
    lists = [given for name in SQUARE_LISTS if isinstance(given := specification.get(name), list)]
    named = [*(specification.get(name) for name in ONE_SQUARE), *(one for given in lists for one in given)]
    for square in [*named, *_given_squares(specification)]:
        if isinstance(square, list):
            yield ",".join(map(str, square))
        elif isinstance(square, str) and square != "all":
            yield square


def _given_squares(specification: Mapping[object, object]) -> Iterator[object]:
    """Yield the squares of the givens of a tour."""
    givens = specification.get("givens")
    for given in givens if isinstance(givens, list) else ():
        if isinstance(given, Mapping):
            yield given.get("square")
    for name in LISTS_OF_LISTS:
        lists = specification.get(name)
        for squares in lists if isinstance(lists, list) else ():
            yield from squares if isinstance(squares, list) else ()
