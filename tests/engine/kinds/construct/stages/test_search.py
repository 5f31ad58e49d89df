"""The exact search as a stage."""

from __future__ import annotations

import pytest

from engine.boards.existence.verdict import Tours
from engine.boards.labels import parse_board
from engine.boards.piece import KNIGHT
from engine.construction.request import Request
from engine.kinds.construct.stages.search import SearchStage
from engine.tours.verify import first_fault


@pytest.mark.parametrize("tours", ["any", "open", "closed"])
@pytest.mark.parametrize(("start", "end"), [(None, None), (7, None), (None, 10), (7, 10), (7, 15)])
def test_kinds_and_ends(tours: Tours, start: int | None, end: int | None) -> None:
    """All tours that can exist are found: on 6x6, 7 and 15 are one move apart, 7 and 10 are not."""
    board = parse_board("6x6")
    stage = SearchStage(Request(board, KNIGHT, tours, start, end), seed=1, budget=10**6)
    stage.step(10**6)
    assert stage.answer is not None
    impossible = {(7, 10): ("closed",), (7, 15): ("open",)}
    assert stage.answer.verdict == ("impossible" if tours in impossible.get((start, end), ()) else "complete")
    if stage.answer.tour is not None:
        closed = None if tours == "any" else tours == "closed"
        assert first_fault(board, KNIGHT, stage.answer.tour, closed=closed) is None
        assert start in (None, stage.answer.tour[0])
        assert end in (None, stage.answer.tour[-1])


def test_the_budget_is_kept() -> None:
    """A search that does not come to an end gives up after exactly its budget."""
    stage = SearchStage(Request(parse_board("holed-8x8")), seed=1, budget=5000)
    while stage.answer is None:
        stage.step(700)
    assert stage.answer.verdict == "not-found"
    assert stage.answer.explanation == "the search gave up after 5000 squares"
