"""The facts of a board and a piece: computed once, stored and shown."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from engine.boards.board import Board
from engine.boards.components import colouring, components, distances_from
from engine.boards.move_graph import MoveGraph, move_graph
from engine.boards.piece import KNIGHT, Piece
from engine.boards.symmetry import square_classes, symmetry_order

MAX_DIAMETER_WORK = 20_000_000
"""Most (square class, move) pairs looked at to find a diameter."""


@dataclass(frozen=True)
class BoardFacts:
    """The facts of a board and the moves of a piece on it, all exact.

    degrees: the number of squares, by their number of moves.
    components: sizes of the connected parts of the move graph, largest first.
    colours: squares of either colour (that of square 1 first) where every move changes colour, else None.
    symmetries: the number of symmetries of the board. square_classes: (lowest square, number of squares) of each class.
    diameter: the largest distance between two squares that can reach each other; None where it would take too long.
    """

    label: str
    surface: str
    shape: tuple[int, ...]
    piece: Piece
    squares: int
    edges: int
    degrees: dict[int, int]
    components: tuple[int, ...]
    colours: tuple[int, int] | None
    symmetries: int
    square_classes: tuple[tuple[int, int], ...]
    diameter: int | None

    @property
    def is_connected(self) -> bool:
        """Whether every square can be reached from every other."""
        return len(self.components) == 1


@lru_cache(maxsize=64)
def board_facts(board: Board, piece: Piece = KNIGHT) -> BoardFacts:
    """Return the facts of a board; takes time in proportion to its squares, and more for a diameter."""
    graph = move_graph(board, piece)
    colours = colouring(graph)
    white = None if colours is None else int(np.count_nonzero(colours == 0))
    degree, squares = np.unique(graph.degrees, return_counts=True)
    classes = square_classes(board)
    return BoardFacts(
        label=board.label,
        surface=board.surface,
        shape=board.shape,
        piece=piece,
        squares=board.size,
        edges=graph.edges,
        degrees=dict(zip(degree.tolist(), squares.tolist(), strict=True)),
        components=tuple(sorted(components(graph).sizes.tolist(), reverse=True)),
        colours=None if white is None else (white, board.size - white),
        symmetries=symmetry_order(board),
        square_classes=tuple(zip(classes.representatives.tolist(), classes.sizes.tolist(), strict=True)),
        diameter=diameter(graph),
    )


def diameter(graph: MoveGraph) -> int | None:
    """Return the largest distance between two squares that can reach each other; None where that takes too long.

    One square of each class is enough to start from.
    """
    sources = square_classes(graph.board).representatives
    if len(sources) * max(graph.size, 2 * graph.edges) > MAX_DIAMETER_WORK:
        return None
    return max(int(distances_from(graph, int(source)).max()) for source in sources)
