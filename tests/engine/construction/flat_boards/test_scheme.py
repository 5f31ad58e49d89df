"""Guaranteed tours of whole rectangles."""

from __future__ import annotations

from itertools import product

import pytest

from engine.boards.existence.decide import existence
from engine.boards.labels import parse_board
from engine.boards.piece import KNIGHT
from engine.construction.flat_boards.scheme import flat_answer
from engine.construction.request import Request
from tests.reference import construction as reference


@pytest.mark.parametrize("rows", range(1, 13))
def test_every_board_that_has_a_tour_gets_one(rows: int) -> None:
    """Closed and strictly open tours are built exactly where the theorems say that there are some."""
    for columns, tours in product(range(1, 16), ("closed", "open")):
        request = Request(parse_board(f"{rows}x{columns}"), KNIGHT, tours)
        answer = flat_answer(request)
        known = existence(request.board, KNIGHT, tours)
        assert answer.verdict == ("impossible" if known.impossible else "complete")
        if answer.tour is not None:
            assert reference.fault(rows, columns, answer.tour, closed=tours == "closed") is None
            ends = (divmod(int(answer.tour[i]), columns) for i in (0, -1))
            assert (next(ends) in reference.knight_neighbours(rows, columns, next(ends))) == (tours == "closed")


@pytest.mark.parametrize("label", ["4x6", "6x4", "5x6", "3x8", "5x7", "3x9"])
def test_one_or_two_ends_are_kept(label: str) -> None:
    """With a start, an end or both prescribed the tour has them, and is refused just where the rules refuse it."""
    board = parse_board(label)
    squares = [None, *range(board.size)]
    for start, end in product(squares, squares[::3]):
        if start == end and start is not None:
            continue
        answer = flat_answer(Request(board, KNIGHT, "any", start, end))
        known = existence(board, KNIGHT, "any", start, end)
        assert answer.verdict != "not-found"
        assert (answer.verdict == "impossible") == known.impossible
        if answer.tour is not None:
            assert reference.fault(*board.shape, answer.tour, closed=False) is None
            assert start in (None, answer.tour[0])
            assert end in (None, answer.tour[-1])


def test_a_closed_tour_begins_and_ends_where_asked() -> None:
    """A closed tour can be asked to begin anywhere, and to end on a neighbour of its start."""
    board = parse_board("9x6")
    turned = flat_answer(Request(board, KNIGHT, "closed", start=20))
    assert turned.tour is not None
    assert turned.tour[0] == 20
    pinned = flat_answer(Request(board, KNIGHT, "closed", start=20, end=33))
    assert pinned.tour is not None
    assert (pinned.tour[0], pinned.tour[-1]) == (20, 33)
    assert reference.fault(9, 6, pinned.tour, closed=True) is None
