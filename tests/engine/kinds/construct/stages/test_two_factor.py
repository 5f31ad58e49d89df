"""2-factor and switches as a stage."""

from __future__ import annotations

import pytest

from engine.boards.existence.verdict import Tours
from engine.boards.labels import parse_board
from engine.boards.piece import KNIGHT
from engine.construction.request import Request
from engine.kinds.construct.stages.two_factor import TwoFactorStage
from engine.tours.verify import first_fault


@pytest.mark.parametrize(
    ("label", "tours", "start", "end"),
    [
        ("10x10", "closed", 17, None),
        ("10x10", "any", None, None),
        ("11x11", "any", None, None),
        ("10x10", "open", 4, None),
        ("10x10", "open", None, 4),
        ("10x10", "any", 4, 5),
        ("cylinder:6x10", "closed", None, None),
    ],
)
def test_tours_of_every_kind(label: str, tours: Tours, start: int | None, end: int | None) -> None:
    """Closed tours and paths with no, one or both ends prescribed must be found and have those ends."""
    board = parse_board(label)
    stage = TwoFactorStage(Request(board, KNIGHT, tours, start, end), seed=1, attempts=50)
    stage.step(10**9)
    assert stage.answer is not None
    assert stage.answer.tour is not None
    assert first_fault(board, KNIGHT, stage.answer.tour, closed=None if tours == "any" else tours == "closed") is None
    assert start in (None, stage.answer.tour[0])
    assert end in (None, stage.answer.tour[-1])


def test_no_two_factor_is_a_proof_only_for_what_was_asked() -> None:
    """3x6 has no 2-factor: no closed tour. That says nothing of open ones, which are not excluded."""
    board = parse_board("3x6")
    closed, either = (TwoFactorStage(Request(board, KNIGHT, tours), 1, 5) for tours in ("closed", "any"))
    closed.step(10**9)
    either.step(10**9)
    assert closed.answer is not None
    assert either.answer is not None
    assert (closed.answer.verdict, either.answer.verdict) == ("impossible", "not-found")


def test_boards_without_colours_are_left_to_others() -> None:
    """On a torus of odd length moves do not alternate colours."""
    stage = TwoFactorStage(Request(parse_board("torus:5x5")), 1, 5)
    assert stage.answer is not None
    assert stage.answer.verdict == "not-found"
