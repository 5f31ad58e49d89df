"""Pieces: leapers given by the lengths of their leap along the axes. The knight is (1, 2)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from functools import lru_cache
from math import factorial, prod

from engine.errors import InvalidProblemError

COMPONENTS = re.compile(r"[0-9]{1,6}( *, *[0-9]{1,6})*")
Piece = tuple[int, ...]
Direction = tuple[int, ...]

KNIGHT: Piece = (1, 2)
NAMES: dict[str, Piece] = {
    "wazir": (1,), "dabbaba": (2,), "threeleaper": (3,), "fers": (1, 1), "ferz": (1, 1), "knight": KNIGHT,
    "camel": (1, 3), "giraffe": (1, 4), "alfil": (2, 2), "zebra": (2, 3), "stag": (2, 4), "tripper": (3, 3),
    "antelope": (3, 4), "flamingo": (1, 6), "ibis": (1, 5),
}  # fmt: skip
"""Leapers as problemists name them."""

ELSEWHERE = {
    "antilope": "antelope", "cavalier": "knight", "cerf": "stag", "chameau": "camel", "flamant": "flamingo",
    "girafe": "giraffe", "springer": "knight", "vizir": "wazir", "zebre": "zebra", "zèbre": "zebra",
}  # fmt: skip
"""Names of pieces in other languages."""

MAX_COMPONENT = 100_000
MAX_DIRECTIONS = 2048


def parse_piece(value: str | Sequence[int]) -> Piece:
    """Return the components of a piece in ascending order without zeros: "knight" and [2, 1] are both (1, 2).

    A piece too large to move on some board is still a piece; InvalidProblemError where `value` describes none.
    """
    if isinstance(value, str):
        name = value.strip().lower()
        if COMPONENTS.fullmatch(name):
            return parse_piece([int(part) for part in name.split(",")])
        if name not in NAMES:
            raise _unknown(value, name)
        return NAMES[name]
    for index, component in enumerate(value):
        if not 0 <= component <= MAX_COMPONENT:
            raise InvalidProblemError(f"/piece/{index}", f"a component lies between 0 and {MAX_COMPONENT}")
    piece = tuple(sorted(component for component in value if component))
    if not piece:
        raise InvalidProblemError("/piece", "a piece needs at least one component that is not zero")
    return piece


def _unknown(given: str, name: str) -> InvalidProblemError:
    """Return the error for a name of no piece, with the name that was probably meant."""
    names = ", ".join(NAMES)
    alike = [ELSEWHERE[name]] if name in ELSEWHERE else get_close_matches(name, NAMES, n=1)
    if not alike:
        return InvalidProblemError(
            "/piece", f"{given!r} is not a piece: give one of {names}, or components as in [1, 4]"
        )
    meant = alike[0]
    return InvalidProblemError(
        "/piece", f"{given!r} is not a piece; did you mean {meant}? Give one of {names}, or components as in [1, 4]"
    )


def piece_key(piece: Sequence[int]) -> str:
    """Return a piece as the database, files and addresses name it: the knight is "1,2"."""
    return ",".join(map(str, piece))


def piece_of_key(key: str) -> Piece:
    """Return the piece of such a name; ValueError where it is no list of numbers, else as `parse_piece`."""
    return parse_piece([int(part) for part in key.split(",")])


@lru_cache(maxsize=256)
def _directions(piece: Piece, dimensions: int) -> tuple[Direction, ...]:
    padded = (0,) * (dimensions - len(piece)) + piece
    orders = factorial(dimensions) // prod(map(factorial, Counter(padded).values()))
    if orders << len(piece) > MAX_DIRECTIONS:
        message = f"the piece would have more than {MAX_DIRECTIONS} directions in {dimensions} dimensions"
        raise InvalidProblemError("/piece", message)
    return tuple(sorted(_signed_orders(padded), reverse=True))


def _signed_orders(components: tuple[int, ...]) -> Iterator[Direction]:
    """Yield each order of the components with each choice of signs, once even where components are equal."""
    if not components:
        yield ()
    for component in dict.fromkeys(components):
        index = components.index(component)
        for tail in _signed_orders(components[:index] + components[index + 1 :]):
            for head in {component, -component}:
                yield (head, *tail)


def directions_of(piece: Sequence[int], dimensions: int) -> list[Direction]:
    """Return every signed permutation of the components, padded with zeros to `dimensions`, in descending order.

    InvalidProblemError where the piece needs more dimensions or would have more than MAX_DIRECTIONS directions.
    """
    components = tuple(sorted(component for component in piece if component))
    if len(components) > dimensions:
        message = f"a piece with {len(components)} components needs as many dimensions; the board has {dimensions}"
        raise InvalidProblemError("/piece", message)
    return list(_directions(components, dimensions))
