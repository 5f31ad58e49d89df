"""The colour argument: on a board whose moves always change colour, a tour alternates."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.boards.components import colouring
from engine.boards.existence.verdict import Existence, Question, proved_impossible
from engine.boards.move_graph import MoveGraph


def colours_clash(question: Question, graph: MoveGraph) -> Existence | None:
    """Refute a tour by counting the squares of each colour; call only on connected boards."""
    colours = colouring(graph)
    return None if colours is None else _clash(question, colours)


def _clash(question: Question, colours: NDArray[np.int8]) -> Existence | None:
    size = len(colours)
    counts = [int(np.count_nonzero(colours == colour)) for colour in (0, 1)]
    more = 0 if counts[0] >= counts[1] else 1
    sample = question.name(int(np.argmax(colours == more)))
    how = "like a chessboard" if question.board.is_flat else "with two colours"
    opening = (
        f"Colour the squares {how} so that every move changes colour: {counts[more]} squares have the colour of "
        f"{sample}, {counts[1 - more]} the other one. The squares of a tour alternate in colour."
    )
    if counts[more] - counts[1 - more] > 1:
        return proved_impossible(
            f"{opening} So a tour has at most one square more of one colour than of the other, but here there are "
            f"{counts[more] - counts[1 - more]} more."
        )
    if counts[0] == counts[1]:
        return _even(question, colours, opening)
    if question.tours == "closed":
        return proved_impossible(
            f"{opening} Going once around a closed tour brings the colour back, so its number of squares is even; "
            f"but the board has {size} squares."
        )
    wrong = next((square for square in question.ends if colours[square] != more), None)
    if wrong is None:
        return None
    return proved_impossible(
        f"{opening} The tour has {size} squares, so its 1st, 3rd, 5th, ... and last squares, {counts[more]} in all, "
        f"share one colour. That must be the colour of {sample}, as the other one has only {counts[1 - more]} squares. "
        f"The first and the last square of every tour are among these {counts[more]}; "
        f"but {question.name(wrong)} has the other colour."
    )


def _even(question: Question, colours: NDArray[np.int8], opening: str) -> Existence | None:
    start, end = question.start, question.end
    if start is None or end is None or colours[start] != colours[end]:
        return None
    return proved_impossible(
        f"{opening} The tour has {len(colours)} squares, an even number, so its last square has the other colour than "
        f"its first; but {question.name(start)} and {question.name(end)} have the same colour."
    )
