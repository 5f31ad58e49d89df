"""Statistics that are sums over the moves of a tour: which moves of a board count for each.

    moves_ene, moves_ene_nnw      moves along these directions or back
    across_row_4, across_column_4   moves across the line behind this row or column
    inside_3_3_6_6                moves between squares of the rectangle from [3, 3] to [6, 6]

The names are those of statistics; they occur in addresses and file names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import product

from engine.boards.board import Board
from engine.boards.move_graph import MoveGraph
from engine.boards.piece import KNIGHT, Direction, directions_of
from engine.errors import InvalidProblemError
from engine.features.table import DIRECTIONS

COMPASS = {name.removeprefix("moves_"): direction for name, direction in DIRECTIONS.items()}
AXES = {"row": 0, "column": 1}

ALONG = re.compile(rf"moves((?:_(?:{'|'.join(COMPASS)}))+)")
ACROSS = re.compile(rf"across_({'|'.join(AXES)})_([1-9][0-9]{{0,4}})")
INSIDE = re.compile(r"inside_([1-9][0-9]{0,4})_([1-9][0-9]{0,4})_([1-9][0-9]{0,4})_([1-9][0-9]{0,4})")

FORMS = "moves_DIRECTION with one or more of ene, nne, nnw, wnw, across_row_N, across_column_N, inside_ROW_COL_ROW_COL"

SURFACES = ("flat", "torus", "cylinder")

Move = tuple[int, int]
"""The two squares that a move joins, the lower number first."""

Weights = Mapping[Move, int]
"""What each move adds to a statistic; moves that add nothing are left out."""


def is_move_sum(name: str) -> bool:
    """Whether a statistic of this name is a sum over moves."""
    return any(form.fullmatch(name) for form in (ALONG, ACROSS, INSIDE))


def weights_of(graph: MoveGraph, name: str, pointer: str) -> Weights:
    """Return what the moves of a board add to a statistic.

    InvalidProblemError where no sum over moves has that name, or this board does not have that sum.
    """
    counts = _counting(graph, name, pointer)
    found = {}
    for move, ways in _moves(graph):
        added = {counts(move, way) for way in ways}
        if len(added) > 1:
            ends = " and ".join(str(graph.board.square(square)) for square in move)
            raise InvalidProblemError(pointer, f"{name} has no meaning here: moves of different sorts join {ends}")
        if added.pop():
            found[move] = 1
    return found


def _moves(graph: MoveGraph) -> Iterator[tuple[Move, list[Direction]]]:
    """Yield every move, with the directions in which it leads from its first square to its second."""
    board = graph.board
    places, directions = board.coordinates.tolist(), directions_of(graph.piece, board.dimensions)
    turns = [(0, side, -side) if wraps else (0,) for side, wraps in zip(board.shape, _wraps(board), strict=True)]
    for square, row in enumerate(graph.lists):
        for other in row:
            if square < other:
                apart = [to - here for here, to in zip(places[square], places[other], strict=True)]
                ways = {
                    tuple(step + turn for step, turn in zip(apart, turned, strict=True)) for turned in product(*turns)
                }
                yield (square, other), [way for way in directions if way in ways]


def _wraps(board: Board) -> tuple[bool, ...]:
    return board.joining.wraps(board.dimensions)


def _counting(graph: MoveGraph, name: str, pointer: str) -> Callable[[Move, Direction], bool]:
    """Return the test whether a move counts, given it and its direction from its first square."""
    board = graph.board
    if not is_move_sum(name):
        raise InvalidProblemError(pointer, f"{name} is no sum over the moves of a tour; there are {FORMS}")
    if board.surface not in SURFACES:
        raise InvalidProblemError(pointer, f"{name} is of flat boards, tori and cylinders")
    if found := ALONG.fullmatch(name):
        if graph.piece != KNIGHT:
            raise InvalidProblemError(pointer, f"{name} is of the knight")
        along = [COMPASS[point] for point in found[1].split("_")[1:]]
        return lambda _, way: way in along or tuple(-step for step in way) in along
    places = board.coordinates.tolist()
    if found := ACROSS.fullmatch(name):
        axis, line = AXES[found[1]], int(found[2])
        side = board.shape[axis]
        if line > side - (not _wraps(board)[axis]):
            raise InvalidProblemError(pointer, f"{name}: no line of {board.label} that moves cross has this number")

        def crosses(move: Move, way: Direction) -> bool:
            begin, step = places[move[0]][axis], way[axis]
            lines = range(begin, begin + step) if step > 0 else range(begin + step, begin)
            return line % side in {passed % side for passed in lines}

        return crosses
    top, left, bottom, right = map(int, name.split("_")[1:])
    if not (top <= bottom <= board.shape[0] and left <= right <= board.shape[1]):
        raise InvalidProblemError(pointer, f"{name}: this is no rectangle of {board.label}")
    inside = {square for square, (row, column) in enumerate(places) if top <= row <= bottom and left <= column <= right}
    return lambda move, _: inside.issuperset(move)
