"""Boards of four rows: outer and inner squares would have to alternate, and cannot.

The argument for the flat board is old; it needs only that the outer squares are half of all, that no move joins two of
them, and that the moves between outer and inner squares do not hold the board together. So it covers glued boards and
other leapers as well.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.boards.existence.verdict import Existence, Question, proved_impossible
from engine.boards.move_graph import MoveGraph
from engine.boards.structure import components


def alternation_fails(question: Question, graph: MoveGraph) -> Existence | None:
    """Refute a tour that would have to alternate between the outer and inner rows (or columns) of a 4 x n board."""
    for axis, words in ((0, "rows"), (1, "columns")):
        if graph.size == 4 or len(question.board.shape) != 2 or question.board.shape[axis] != 4:
            continue
        outer = np.isin(question.board.coordinates[:, axis], (1, 4))
        answer = _refute(question, graph, outer, words) if 2 * int(outer.sum()) == graph.size else None
        if answer is not None:
            return answer
    return None


def _refute(question: Question, graph: MoveGraph, outer: NDArray[np.bool_], words: str) -> Existence | None:
    same = np.append(outer, False)[graph.neighbours] == outer[:, None]
    present = graph.neighbours >= 0
    if (same & present & outer[:, None]).any():
        return None
    parts = int(components(_without(graph, same)).sizes.size)
    inner = next((square for square in question.ends if not outer[square]), None)
    opening = (
        f"Call the squares of the two outer {words} of the board outer, the others inner. No move joins two outer "
        f"squares, and they are half of all squares."
    )
    if parts > 1 and (question.tours == "closed" or inner is not None):
        how = (
            "of a closed tour" if inner is None else f"of a tour with an end on the inner square {question.name(inner)}"
        )
        return proved_impossible(
            f"{opening} So the squares {how} are outer and inner in turn, and it uses no move between two inner ones. "
            f"But without those moves the board falls into {parts} parts."
        )
    if parts > 2:
        return proved_impossible(
            f"{opening} So a tour uses at most one move between two inner squares. But without these moves the board "
            f"falls into {parts} parts, and one move cannot join them."
        )
    return None


def _without(graph: MoveGraph, removed: NDArray[np.bool_]) -> MoveGraph:
    """Return the graph without the moves marked in its neighbour table."""
    kept = np.where(removed, -1, graph.neighbours)
    order = np.argsort(kept < 0, axis=1, kind="stable")
    degrees = (kept >= 0).sum(axis=1).astype(np.int32)
    return MoveGraph(graph.board, graph.piece, np.take_along_axis(kept, order, axis=1), degrees)
