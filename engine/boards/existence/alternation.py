"""Boards of four rows and their like: outer and inner squares would have to alternate, and cannot.

The argument for the knight on four rows is old; it needs only that the outer squares are half of all, that no move
joins two of them, and that the moves between outer and inner squares do not hold the board together. So it covers glued
boards and other leapers as well: no move of an (a,b)-leaper joins two squares of strips of a rows that have b rows
between them, and these are half of the board for (1,2) on 4 rows, (2,3) on 6 and 12, (3,4) on 8, 16 and 24.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.boards.components import components
from engine.boards.existence.verdict import Existence, Question, proved_impossible
from engine.boards.move_graph import MoveGraph
from engine.boards.piece import Piece


def alternation_fails(question: Question, graph: MoveGraph) -> Existence | None:
    """Refute a tour that would have to alternate between the outer and inner rows (or columns) of a board."""
    if len(question.board.shape) != 2 or graph.size == 4:
        return None
    for axis, words in ((0, "rows"), (1, "columns")):
        lines = question.board.coordinates[:, axis]
        for chosen in _strips(question.board.shape[axis], question.piece):
            outer = np.isin(lines, chosen)
            half = 2 * int(outer.sum()) == graph.size
            answer = _refute(question, graph, outer, f"{words} {_in_words(chosen)}") if half else None
            if answer is not None:
                return answer
    return None


def _strips(length: int, piece: Piece) -> Iterator[list[int]]:
    """Yield the lines, counted from 1, that may be called outer: the first and last of four, and strips of a lines."""
    if length == 4:
        yield [1, 4]
    if len(piece) == 2:
        short, period = piece[0], sum(piece)
        for shift in range(min(length, period)):
            yield [line + 1 for line in range(length) if (line + shift) % period < short]


def _in_words(lines: Sequence[int]) -> str:
    return f"{', '.join(map(str, lines[:-1]))} and {lines[-1]}" if len(lines) > 1 else str(lines[0])


def _refute(question: Question, graph: MoveGraph, outer: NDArray[np.bool_], words: str) -> Existence | None:
    same = np.append(outer, False)[graph.neighbours] == outer[:, None]
    present = graph.neighbours >= 0
    if (same & present & outer[:, None]).any():
        return None
    parts = int(components(_without(graph, same)).sizes.size)
    inner = next((square for square in question.ends if not outer[square]), None)
    opening = (
        f"Call the squares of the {words} outer, the others inner. No move joins two outer squares, and they are half "
        f"of all squares."
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
