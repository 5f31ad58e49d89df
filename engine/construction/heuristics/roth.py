"""Roth's tie-break: among squares of least degree, the one farthest from the centre of the board."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.boards.board import Board
from engine.boards.move_graph import MoveGraph
from engine.construction.heuristics.warnsdorff import Rule


def keys_by_distance(board: Board) -> NDArray[np.int64]:
    """Return minus four times the squared distance from the centre, so that far squares go first: int64 (size,)."""
    middle = board.coordinates.min(axis=0).astype(np.int64) + board.coordinates.max(axis=0)
    offsets = 2 * board.coordinates.astype(np.int64) - middle
    keys: NDArray[np.int64] = -(offsets * offsets).sum(axis=1)
    return keys


def roth_rule(graph: MoveGraph) -> Rule:
    """Return Warnsdorff's rule with ties by distance from the centre."""
    return Rule(keys_by_distance(graph.board), second_level=False)
