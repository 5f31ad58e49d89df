"""Cases decided by a lack of moves: a square with too few, a board in several pieces, or moves that form one ring."""

from __future__ import annotations

import numpy as np

from engine.boards.components import components
from engine.boards.existence.verdict import Existence, Question, proved_impossible
from engine.boards.move_graph import MoveGraph


def too_few_moves(question: Question, graph: MoveGraph) -> Existence | None:
    """Refute a tour by squares with fewer than two moves, which can only be its ends."""
    lonely = np.flatnonzero(graph.degrees == 0)
    if len(lonely):
        square = question.name(int(lonely[0]))
        return proved_impossible(f"No move leads to or from the square {square}, so no tour can visit it.")
    single = np.flatnonzero(graph.degrees == 1)
    if question.tours == "closed":
        return _inside(question, single)
    free = 2 - len(question.ends)
    other = [int(square) for square in single if square not in question.ends]
    if len(other) <= free:
        return None
    named = ", ".join(question.name(square) for square in other[:3])
    ends = " and ".join(question.name(square) for square in question.ends)
    left = f"besides {ends} " if ends else ""
    return proved_impossible(
        f"A square with only one move must be the first or the last of a tour. {left.capitalize()}{len(other)} squares "
        f"have only one move ({named}{', ...' if len(other) > 3 else ''}), but only {free} end{'s' * (free != 1)} "
        f"of the tour {'is' if free == 1 else 'are'} free."
    )


def _inside(question: Question, single: np.ndarray[tuple[int], np.dtype[np.int64]]) -> Existence | None:
    if len(single) == 0:
        return None
    square = question.name(int(single[0]))
    return proved_impossible(
        f"A closed tour enters and leaves every square by different moves, but the square {square} has only one move."
    )


def refute_disconnected(question: Question, graph: MoveGraph) -> Existence | None:
    """Refute a tour of a board that falls into parts which no move joins."""
    parts = components(graph)
    if len(parts.sizes) == 1:
        return None
    first, second = (int(np.argmax(parts.label == part)) for part in (0, 1))
    return proved_impossible(
        f"The board falls into {len(parts.sizes)} parts that no move joins, of {_sizes(parts.sizes.tolist())} squares; "
        f"no sequence of moves leads from {question.name(first)} to {question.name(second)}."
    )


def one_cycle(question: Question, graph: MoveGraph) -> Existence | None:
    """Settle a connected board on which every square has two moves: its tours are its one cycle, begun anywhere."""
    if (graph.degrees != 2).any():
        return None
    ring = "Every square has two moves and the board is connected, so its moves form one cycle through all squares"
    ends = question.ends
    if question.tours == "open":
        return proved_impossible(f"{ring}. A tour leaves out a single one of these moves, which joins its two ends.")
    if len(ends) == 2 and not graph.adjacent(*ends):
        names = " and ".join(map(question.name, ends))
        return proved_impossible(f"{ring}. The ends of a tour are neighbours on it, but {names} are not.")
    return Existence("possible", f"{ring}: a closed tour.")


def _sizes(sizes: list[int]) -> str:
    shown = sorted(sizes, reverse=True)[:6]
    return ", ".join(map(str, shown)) + (", ..." if len(sizes) > 6 else "")
