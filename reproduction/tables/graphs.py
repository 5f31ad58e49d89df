"""Tables of the board's moves, which need no search: degrees, links, bounds, and the degrees in Warnsdorff's rule."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import accumulate

from drawing.square_values import heat_map_svg
from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.boards.piece import KNIGHT
from findings.references.data_files import Figure
from language.translate import gettext_noop, translate
from reproduction.table import Pictures, Results, Table
from reproduction.verdict import Comparison, Computed

BOARD = parse_board("8x8")
SIDE = 8
METHOD = gettext_noop("move graph")
ARITHMETIC = gettext_noop("arithmetic")
WALKED_ORDER = ((-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1), (2, 1), (1, 2))
"""Directions as the first source lists them, as changes of row and column."""
NUMBERED_ORDER = ((-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1))
"""Directions by their numbers from 0 to 7 in the exercise."""
FIRST_SQUARE = (3, 2)
"""Where the exercise's example begins."""
SECOND_SQUARE = (1, 1)


def _neighbours() -> list[list[int]]:
    """Return the squares that a knight reaches from each square, all numbered from 0."""
    rows: list[list[int]] = move_graph(BOARD, KNIGHT).neighbours.tolist()
    return [sorted(other for other in row if other >= 0) for row in rows]


def _rows(values: Sequence[int | None]) -> list[list[int | None]]:
    return [list(values[first : first + SIDE]) for first in range(0, len(values), SIDE)]


def _degrees() -> list[int]:
    return [len(row) for row in _neighbours()]


def _bound(_figure: Figure, _results: Results) -> Computed:
    return Computed(str(math.prod(_degrees()) // 2), METHOD)


def _path_bound(_figure: Figure, _results: Results) -> Computed:
    return Computed(float(8**63), ARITHMETIC)


def _links(figure: Figure, _results: Results) -> Computed:
    degrees = _degrees()
    return Computed(str(sum(degrees)) if figure.quantity == "links" else sum(degrees) / len(degrees), METHOD)


def _branching(_figure: Figure, _results: Results) -> Computed:
    """Return the mean number of moves from a square, to the power of the number of squares."""
    links, squares = sum(_degrees()), BOARD.size
    return Computed((links / squares) ** squares, f"({links} / {squares})^{squares}")


def _walks(_figure: Figure, _results: Results) -> Computed:
    """Return the walks of 64 moves, from all squares, that may visit squares again: exact."""
    lists = _neighbours()
    walks = [1] * len(lists)
    for _ in lists:
        walks = [sum(walks[other] for other in row) for row in lists]
    return Computed(str(sum(walks)), "powers of the matrix of moves: sequences of 64 moves from all squares")


def _quarter(_figure: Figure, _results: Results) -> Computed:
    return Computed([row[: SIDE // 2] for row in _rows(_degrees())[: SIDE // 2]], METHOD)


def _steps(_figure: Figure, _results: Results) -> Computed:
    """Return the directions as differences of places in an array of 12 columns."""
    return Computed([12 * row + column for row, column in WALKED_ORDER], ARITHMETIC)


def _arrays(figure: Figure, _results: Results) -> Computed:
    """Return an array of the second search; its squares are numbered from 1."""
    degrees, lists = _degrees(), _neighbours()
    if figure.quantity == "degrees":
        return Computed(_rows(degrees), METHOD)
    if figure.quantity == "first_links":
        return Computed(_rows(list(accumulate(degrees[:-1], initial=1))), METHOD)
    return Computed([other + 1 for other in lists[figure.at.get("number", figure.at.get("to")) - 1]], METHOD)


def _accesses(figure: Figure, _results: Results) -> Computed:
    """Return what the exercise's heuristic knows of squares: of (3,2) at first, of (1,1) after the move to it."""
    place = tuple(figure.at.get("square", ()))
    left = FIRST_SQUARE if place == SECOND_SQUARE or "after" in figure.at else None
    squares = [(row, column) for row in range(1, SIDE + 1) for column in range(1, SIDE + 1)]
    ways = {square: _ways(square, left) for square in squares}
    if figure.quantity == "accesses" and place:
        return Computed(str(len(ways[place])), METHOD)
    if figure.quantity == "accesses":
        shown = [None if left and square == SECOND_SQUARE else len(ways[square]) for square in squares]
        return Computed(_rows(shown), METHOD)
    ranked = sorted((len(ways[other]), number) for number, other in ways[place].items())
    return Computed([one[figure.quantity == "directions"] for one in ranked], METHOD)


def _ways(square: tuple[int, int], left: tuple[int, int] | None) -> dict[int, tuple[int, int]]:
    """Return the free squares a move away, by the number of their direction; none from the square left behind."""
    moved = {number: (square[0] + down, square[1] + right) for number, (down, right) in enumerate(NUMBERED_ORDER)}
    return {
        number: other
        for number, other in moved.items()
        if min(other) > 0 and max(other) <= SIDE and left not in (square, other)
    }


def _degrees_picture(_comparisons: Sequence[Comparison]) -> Pictures:
    title = "Moves from each square of 8x8"
    return {title: heat_map_svg(BOARD, _degrees(), translate(title))}


TABLES = (
    Table("path_bound_8x8", _path_bound),
    Table("degrees_8x8", _quarter),
    Table("array_moves", _steps),
    Table("upper_bound_8x8", _bound, pictures=_degrees_picture),
    Table("links", _links, pictures=_degrees_picture),
    Table("mean_branching_8x8", _branching),
    Table("move_sequences_8x8", _walks),
    Table("jump_tables", _arrays),
    Table("accesses_8x8", _accesses),
)
