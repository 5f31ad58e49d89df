"""What the terms of a sequence count, and which counts of a board follow from its others."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal, get_args

from engine.boards.labels import parse_board
from engine.kinds.figure_scope import UNDIRECTED

SequenceQuantity = Literal["tours", "paths", "closed", "cycles", "open", "cycle_classes", "open_classes"]
"""Tours and paths are the same, directed and undirected; so are closed tours and cycles."""

QUANTITIES: tuple[str, ...] = get_args(SequenceQuantity)

FOLLOWS_FROM: Mapping[str, tuple[str, ...]] = {
    "paths": ("tours",),
    "closed": ("cycles",),
    "cycles": ("closed",),
    "open": ("tours", "closed", "cycles"),
}
"""The quantities that an uncounted one follows from."""

Values = Mapping[tuple[str, str], Collection[int]]
"""The different counts by board (its label) and quantity."""


def quantity_convention(quantity: str) -> str:
    """Return the convention of a quantity: directed or undirected."""
    return "undirected" if quantity == "paths" or quantity in UNDIRECTED else "directed"


def needed_quantities(quantities: Collection[str]) -> set[str]:
    """Return the quantities and those that they may follow from."""
    return {*quantities, *(source for one in quantities for source in FOLLOWS_FROM.get(one, ()))}


def following_values(board: str, quantity: str, values: Values) -> Collection[int]:
    """Return the values of a quantity that follow from a board's other counts; empty if none do.

    A path is two tours, except that of a single square. A cycle of n squares, n > 2, is 2n closed tours: it may begin
    on each square and go both ways.
    """
    if quantity == "paths":
        return {(value + 1) // 2 for value in values.get((board, "tours"), ())}
    if quantity == "open":
        closed = values.get((board, "closed")) or following_values(board, "closed", values)
        return {tours - one for tours in values.get((board, "tours"), ()) for one in closed}
    known = values.get((board, FOLLOWS_FROM[quantity][0]), ()) if quantity in ("closed", "cycles") else ()
    twice = 2 * parse_board(board).size if known else 0
    return {value * twice if quantity == "closed" else value // twice for value in known}
