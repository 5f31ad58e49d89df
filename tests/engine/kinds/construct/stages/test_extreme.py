"""The search for an extreme as a stage."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engine.boards.existence.verdict import Tours
from engine.boards.labels import parse_board
from engine.boards.piece import KNIGHT
from engine.boards.squares import parse_square
from engine.construction.request import Request
from engine.features.extremes import known_extreme
from engine.features.measure import statistics_of
from engine.kinds.construct.stages.extreme import COST, EXCHANGES, SHARE, ExtremeStage
from engine.kinds.construct.stages.search import SearchStage
from engine.kinds.parse import parse_problem
from engine.tours.verify import first_fault


def stage_of(label: str, tours: Tours, *, seed: int = 1, **fields: object) -> ExtremeStage:
    """Return a new stage that begins with a tour of the exact search."""
    board = parse_board(label)
    problem: Any = parse_problem({"kind": "construct", "board": label, "tours": tours, **fields})
    start, end = (
        None if fields.get(name) is None else parse_square(board, problem.spec.model_dump()[name], name)
        for name in ("start", "end")
    )
    request = Request(board, KNIGHT, tours, start, end)
    first = SearchStage(request, 1, 10**7)
    first.step(10**7)
    assert first.answer is not None
    return ExtremeStage(request, problem.spec, seed, first.answer.tour)


def answer(stage: ExtremeStage, work: int = 10**7) -> list[int]:
    """Run the stage to its end and return the tour."""
    while stage.answer is None:
        assert stage.step(work) > 0
    assert stage.answer.tour is not None
    return stage.answer.tour.tolist()


@pytest.mark.parametrize(
    ("label", "tours", "wanted", "value"),
    [
        ("6x6", "closed", {"fewest": "crossings"}, 52),
        ("6x6", "closed", {"most": "crossings"}, 66),
        ("6x6", "closed", {"fewest": "turns"}, 32),
        ("6x6", "closed", {"most": "moves_ene"}, 14),
        ("6x7", "closed", {"fewest": "crossings"}, 56),
        ("6x8", "closed", {"most": "crossings"}, 92),
        ("8x6", "closed", {"fewest": "moves_nnw"}, 4),
        ("5x5", "open", {"fewest": "turns"}, 20),
        ("5x6", "open", {"fewest": "crossings"}, 38),
        ("6x6", "open", {"most": "angle_180"}, 5),
    ],
)
def test_the_extremes_of_small_boards_are_met(label: str, tours: Tours, wanted: dict[str, str], value: int) -> None:
    """The search meets the extreme value of all tours, as a census has it, says that no tour is better, and ends."""
    stage = stage_of(label, tours, exchanges=300_000, **wanted)
    tour, report = answer(stage), stage.report
    ((sought, statistic),) = wanted.items()
    assert first_fault(stage._request.board, KNIGHT, np.array(tour, np.int32), closed=tours == "closed") is None
    assert (report["value"], report["proved"]) == (value, True)
    assert stage.attempts == report["exchanges"] < 300_000
    source = f"a census of all {known(label, tours):,} undirected tours"
    assert known_extreme(stage._request.board, tours, statistic, sought) == (value, True, source)
    assert stage.answer is not None
    assert stage.answer.explanation.startswith(f"{statistic}: {value}, from {report['begun']} at first, and no tour is")
    assert stage.successes == report["made"]


@pytest.mark.parametrize(
    ("label", "wanted", "value"),
    [("8x8", {"fewest": "turns"}, 45), ("8x8", {"fewest": "angle_143"}, 0), ("10x10", {"most": "turns"}, 100)],
)
def test_the_search_ends_at_a_proved_bound(label: str, wanted: dict[str, str], value: int) -> None:
    """However the work is cut, the search ends at the same exchange, which has made the best tour."""
    whole, cut = stage_of(label, "closed", **wanted), stage_of(label, "closed", **wanted)
    tour = answer(whole, 10**9)
    assert answer(cut, 12_345) == tour
    assert whole.report == cut.report
    assert (whole.report["value"], whole.report["proved"]) == (value, True)
    assert whole.attempts < whole._total
    before = stage_of(label, "closed", **wanted)
    before.step((whole.attempts - 1) * (COST + before._request.board.size // SHARE))
    assert before.answer is None
    before.step(1)
    assert before.answer is not None


def test_a_tour_that_none_is_better_than_is_left_as_it_is() -> None:
    """No exchange is tried where the first tour is proved to be the best."""
    stage = stage_of("6x6", "closed", most="turns")
    tour = answer(stage)
    again = ExtremeStage(stage._request, stage._spec, 1, np.array(tour, np.int32))
    assert again.answer is not None
    assert again.answer.tour is not None
    assert (again.answer.tour.tolist(), again.attempts, again.report["proved"]) == (tour, 0, True)


def known(label: str, tours: str) -> int:
    """Return the number of undirected tours of a board, as enumerations count them."""
    closed = {"6x6": 9_862, "6x7": 1_067_638, "6x8": 55_488_142, "8x6": 55_488_142}
    return closed[label] if tours == "closed" else {"5x5": 864, "5x6": 18_544, "6x6": 2_963_928}[label]


@pytest.mark.parametrize(
    ("label", "tours", "ends"),
    [
        ("6x6", "open", {"start": "a1", "end": "d3"}),
        ("6x6", "open", {"start": "c3"}),
        ("6x6", "open", {"end": "c3"}),
        ("6x6", "closed", {"start": "c3", "end": "d5"}),
        ("6x6", "closed", {"start": "c3"}),
        ("6x6", "closed", {"end": "c3"}),
        ("5x5", "open", {}),
    ],
)
def test_the_ends_wanted_are_kept(label: str, tours: Tours, ends: dict[str, str]) -> None:
    """The tour keeps the ends asked for, is closed or strictly open as asked for, and is better than the first."""
    stage = stage_of(label, tours, exchanges=20_000, fewest="crossings", **ends)
    tour, request = answer(stage), stage._request
    assert first_fault(request.board, KNIGHT, np.array(tour, np.int32), closed=tours == "closed") is None
    assert request.start in (None, tour[0])
    assert request.end in (None, tour[-1])
    measured = statistics_of(request.board, KNIGHT, np.array(tour), closed=tours == "closed")["crossings"]
    assert measured == stage.report["value"]
    assert measured < int(str(stage.report["begun"]))


def test_the_state_does_not_depend_on_the_cut() -> None:
    """One long step, and steps of any size with checkpoints between, give the same tours, draws and figures."""
    fields: Any = {"exchanges": 5_000, "most": "crossings"}
    whole, cut = stage_of("8x8", "open", **fields), stage_of("8x8", "open", **fields)
    wanted, steps = answer(whole), 0
    while cut.answer is None:
        cost = COST + 64 // SHARE
        steps += 1
        assert cut.step(steps * cost + 7) == min(steps, 5_000 - steps * (steps - 1) // 2) * cost
        fresh = stage_of("8x8", "open", **fields)
        fresh._held.ring[:] = 0
        if cut.answer is None:
            fresh.restore(cut.checkpoint())
            assert fresh.progress == cut.progress < 1
            cut = fresh
    assert cut.answer.tour is not None
    assert cut.answer.tour.tolist() == wanted
    ended = [stage.checkpoint() for stage in (whole, cut)]
    assert all(np.array_equal(ended[0][name], ended[1][name]) for name in ended[0])
    assert whole.report == cut.report


def test_another_seed_takes_another_way() -> None:
    """The draws depend on the seed; by default their number depends on the board."""
    ways = [stage_of("6x6", "closed", seed=seed, fewest="turns") for seed in (1, 2)]
    for stage in ways:
        stage.step(100 * (COST + 36 // SHARE))
        assert stage.attempts == 100
        assert stage.progress == 100 / (36 * EXCHANGES)
    assert ways[0].checkpoint()["tour"].tolist() != ways[1].checkpoint()["tour"].tolist()


def test_a_value_that_the_tour_does_not_have_is_an_error() -> None:
    """The sum over the exchanges is checked against the tour, measured anew."""
    stage = stage_of("6x6", "closed", fewest="turns", exchanges=50)
    stage._figures[2:] -= 100
    with pytest.raises(ArithmeticError, match="was taken for one of"):
        stage.step(10**7)
