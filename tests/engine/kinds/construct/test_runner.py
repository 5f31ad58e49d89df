"""Running constructions."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import pytest

from engine.boards.labels import parse_board
from engine.construction.request import Request
from engine.kinds.construct.planner import read_report
from engine.kinds.construct.runner import ConstructionRunner, UnsoundConstructionError, check, construct
from engine.kinds.parse import parse_problem
from engine.kinds.running.shard_runner import Shard
from engine.tours.verify import first_fault


def specification(**fields: object) -> Any:
    """Return a parsed specification of a construction."""
    return parse_problem({"kind": "construct", **fields})


@pytest.mark.parametrize(
    ("fields", "method"),
    [
        ({"board": "8x8", "tours": "closed"}, "blocks"),
        ({"board": "30x30", "start": [3, 4], "end": [20, 30]}, "blocks"),
        ({"board": "8x8", "method": "warnsdorff"}, "warnsdorff"),
        ({"board": "20x20", "method": "roth", "start": "a1"}, "roth"),
        ({"board": "7x7", "method": "pohl", "start": "a1"}, "pohl"),
        ({"board": "12x17", "method": "squirrel-cull"}, "squirrel-cull"),
        ({"board": "16x16", "method": "two-factor", "tours": "closed"}, "two-factor"),
        ({"board": "9x11", "method": "two-factor", "tours": "open", "end": [1, 1]}, "two-factor"),
        ({"board": "6x6", "method": "search", "tours": "closed", "start": [2, 2]}, "search"),
        ({"board": "6x6", "method": "search", "end": [3, 4], "tours": "open"}, "search"),
        ({"board": "torus:7x9", "tours": "closed"}, "search"),
        ({"board": "cube:3", "tours": "closed"}, "search"),
        ({"board": "4x4x4", "tours": "closed"}, "search"),
        ({"board": "torus:1x3", "tours": "closed"}, "search"),
        ({"board": "10x10", "piece": [2, 3], "tours": "closed"}, "search"),
        ({"board": {"board": "20x20", "removed": [[10, 10], [10, 11]]}, "tours": "closed"}, "search"),
        (
            {"board": {"board": "90x90", "removed": [[5, 7], [5, 8]]}, "method": "two-factor", "start": [9, 9]},
            "two-factor",
        ),
    ],
)
def test_every_method_gives_a_sound_tour(fields: dict[str, object], method: str) -> None:
    """The tour handed over is sound, of the kind asked for and with the ends asked for."""
    runner = ConstructionRunner(Shard(specification(**fields), {}))
    while not runner.is_finished:
        assert runner.step(10_000) > 0
    tours = runner.take_tours()
    report = read_report(runner.statistics()["report"])
    assert report is not None
    assert report["outcome"] == "complete"
    assert report["tour"]["method"] == method
    assert report["tour"]["digest"] == hashlib.sha256(tours[0].astype("<i4").tobytes()).hexdigest()
    assert runner.progress == 1.0
    request = runner.request
    closed = None if request.tours == "any" else request.tours == "closed"
    assert first_fault(request.board, request.piece, tours[0], closed=closed) is None
    assert request.start in (None, tours[0, 0])
    assert request.end in (None, tours[0, -1])
    assert len(runner.take_tours()) == 0


@pytest.mark.parametrize(
    "fields",
    [
        {"board": "4x9", "tours": "closed"},
        {"board": "5x8", "start": [3, 2], "end": [1, 4]},
        {"board": "6x6", "tours": "open", "start": [1, 1], "end": [2, 3]},
        {"board": "heart", "tours": "closed"},
        {"board": "moebius:4x7", "tours": "closed"},
        {"board": "3x3x3"},
        {"board": "1x1", "tours": "closed"},
    ],
)
def test_impossible_tours_are_refused_with_a_reason(fields: dict[str, object]) -> None:
    """The outcome is "impossible", with an explanation."""
    report, tour = construct(specification(**fields))
    assert report["outcome"] == "impossible"
    assert len(report["explanation"]) > 40
    assert tour is None


def test_an_extreme_follows_the_first_tour() -> None:
    """The exchanges are a stage of their own; its tour is handed over, and the report has the extreme."""
    spec = specification(board="6x6", tours="closed", fewest="crossings", exchanges=50_000)
    runner = ConstructionRunner(Shard(spec, {}))
    assert runner.progress == 0.0
    while not runner.is_finished:
        before = runner.progress
        runner.step(10**6)
        assert before <= runner.progress
    report = read_report(runner.statistics()["report"])
    assert report is not None
    assert [stage["method"] for stage in report["stages"]] == ["proof", "blocks", "exchanges"]
    assert report["stages"][-1]["attempts"] == report["extreme"]["exchanges"] < 50_000
    assert report["extreme"]["proved"]
    assert report["tour"]["method"] == "exchanges"
    assert report["tour"]["digest"] == hashlib.sha256(runner.take_tours()[0].astype("<i4").tobytes()).hexdigest()
    assert report["extreme"]["begun"] > report["extreme"]["value"] == 52
    assert ConstructionRunner(Shard(spec, {}, runner.checkpoint())).progress == 1.0


def test_where_there_is_no_tour_there_is_no_extreme() -> None:
    """A proof that there is no tour ends the job without an extreme."""
    report, tour = construct(specification(board="5x5", tours="closed", fewest="turns"))
    assert (report["outcome"], tour) == ("impossible", None)
    assert "extreme" not in report


def test_exhaustion_proves_what_no_argument_does() -> None:
    """Searched to its end, the holed board has no closed tour."""
    report, _ = construct(specification(board="holed-8x8", tours="closed"))
    assert report["outcome"] == "impossible"


def test_giving_up_says_what_was_tried() -> None:
    """A heuristic that fails is "not-found", with its number of attempts."""
    report, tour = construct(specification(board="3x3", method="warnsdorff", attempts=7))
    assert (report["outcome"], tour) == ("not-found", None)
    assert report["stages"][0]["attempts"] == 7


def test_all_attempts_are_counted() -> None:
    """With until "all" every attempt is made; about 98 % from the corner of 8x8 succeed."""
    report, _ = construct(specification(board="8x8", method="warnsdorff", start="a1", until="all", attempts=500))
    (stage,) = report["stages"]
    assert stage["attempts"] == 500
    assert 475 <= stage["successes"] < 500


@pytest.mark.parametrize(
    "fields",
    [
        {"board": "holed-8x8", "tours": "closed"},
        {"board": "3x8", "method": "search", "tours": "closed"},
        {"board": "8x8", "method": "warnsdorff", "until": "all", "attempts": 20},
        {"board": "6x6", "method": "two-factor", "tours": "closed"},
        {"board": "moebius:12x12", "tours": "closed"},
        {"board": "6x6", "tours": "open", "most": "crossings", "exchanges": 30},
        {"board": "6x6", "method": "search", "tours": "closed", "fewest": "turns", "exchanges": 30},
    ],
)
def test_the_result_does_not_depend_on_the_cut(fields: dict[str, object]) -> None:
    """One long step, and small steps with a checkpoint after each, give the same report and tour."""
    spec = specification(**fields)
    expected, tour = construct(spec)
    runner = ConstructionRunner(Shard(spec, {}))
    tours = []
    while not runner.is_finished:
        runner.step(97)
        tours.append(runner.take_tours())
        runner = ConstructionRunner(Shard(spec, {}, runner.checkpoint()))
    assert read_report(runner.statistics()["report"]) == expected
    found = np.concatenate(tours)
    assert len(found) == (tour is not None)
    assert tour is None or np.array_equal(found[0], tour)


def test_large_tours_are_a_recipe() -> None:
    """Above a million squares nothing is stored; the recipe regenerates a tour with the same digest."""
    spec = specification(board="1001x1000", tours="closed")
    runner = ConstructionRunner(Shard(spec, {}))
    while not runner.is_finished:
        runner.step(1)
    assert len(runner.take_tours()) == 0
    report = read_report(runner.statistics()["report"])
    assert report is not None
    again, tour = construct(parse_problem(report["tour"]["recipe"]))
    assert again["tour"]["digest"] == report["tour"]["digest"]
    assert tour is not None
    assert len(tour) == 1_001_000


def test_nothing_is_stored_where_nothing_shall_be() -> None:
    """With store "none" the tour is not handed over, only described."""
    runner = ConstructionRunner(Shard(specification(board="6x6", store="none"), {}))
    runner.step(1)
    runner.step(1)
    assert runner.is_finished
    assert len(runner.take_tours()) == 0
    assert "tour" not in runner.statistics()


def test_an_unsound_tour_never_gets_out() -> None:
    """The check before the report refuses faults, wrong ends and the wrong kind."""
    _, tour = construct(specification(board="6x6", tours="closed"))
    assert tour is not None
    board = parse_board("6x6")
    swapped = tour.copy()
    swapped[[3, 4]] = swapped[[4, 3]]
    for request, path in (
        (Request(board), swapped),
        (Request(board, tours="open"), tour),
        (Request(board, start=int(tour[1])), tour),
    ):
        with pytest.raises(UnsoundConstructionError):
            check(request, path)
