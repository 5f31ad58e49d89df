"""Whether a tour exists at all, which every planner checks first."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from engine.boards.board import Board
from engine.boards.existence.alternation import alternation_fails
from engine.boards.existence.colour import colours_clash
from engine.boards.existence.degree import one_cycle, refute_disconnected, too_few_moves
from engine.boards.existence.ends import prescribed_ends, trivial_boards, two_squares
from engine.boards.existence.factor import no_two_factor
from engine.boards.existence.rectangle import rectangle_theorems
from engine.boards.existence.surfaces import surface_theorems
from engine.boards.existence.verdict import Existence, Question, Tours
from engine.boards.move_graph import move_graph
from engine.boards.piece import Piece

MAX_SQUARES = 65_536
"""Larger boards are judged by theorems alone: an answer has to come while a job is being submitted."""

ARGUMENTS = (
    two_squares,
    prescribed_ends,
    too_few_moves,
    refute_disconnected,
    one_cycle,
    colours_clash,
    alternation_fails,
)
"""Arguments a reader can follow on the board itself, simplest first."""

TOO_LARGE = "No theorem covers this question, and the board is too large to examine."

OPEN_QUESTION = (
    "Neither a theorem nor an obstruction settles this: every square has moves enough, the board is connected, "
    "the colours agree and the moves allow two neighbours for every square."
)


@lru_cache(maxsize=4096)
def existence(board: Board, piece: Piece, tours: Tours, start: int | None = None, end: int | None = None) -> Existence:
    """Answer whether there is a tour of `board` from square number `start` to square number `end`, where given.

    tours: "any", "closed" or "open" (strictly not closed). "impossible" is always proved, by the explanation itself or
    by the theorem quoted; "possible" rests on a theorem or on a tour found. InvalidProblemError as for `move_graph`.
    """
    question = Question(board, piece, tours, start, end)
    settled = trivial_boards(question)
    if settled is not None:
        return settled
    if board.size > MAX_SQUARES:
        return _by_theorem(question) or Existence("unknown", TOO_LARGE)
    graph = move_graph(board, piece)
    for argument in ARGUMENTS:
        answer = argument(question, graph)
        if answer is not None:
            return answer
    theorem = _by_theorem(question)
    if theorem is not None and theorem.verdict != "unknown":
        return theorem
    return no_two_factor(question, graph) or theorem or Existence("unknown", OPEN_QUESTION)


def _by_theorem(question: Question) -> Existence | None:
    return rectangle_theorems(question) or surface_theorems(question)


def refutation(
    board: Board, piece: Piece, tours: Tours, starts: Sequence[int] | NDArray[np.int32], end: int | None = None
) -> Existence | None:
    """Return the proof that no tour leads from any of these start squares, None where one may exist.

    Used before a job is cut into shards; `starts` are square numbers in any order.
    """
    whole = existence(board, piece, tours, None, end)
    if whole.impossible or len(starts) == board.size:
        return whole if whole.impossible else None
    answers = []
    for start in starts:
        answers.append(existence(board, piece, tours, int(start), end))
        if not answers[-1].impossible:
            return None
    if len({answer.explanation for answer in answers}) == 1:
        return answers[0]
    words = f"{answers[0].explanation} No other start square of this job has a tour either."
    return Existence("impossible", words, answers[0].source, answers[0].status)
