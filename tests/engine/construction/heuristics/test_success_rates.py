"""Success rates."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import pytest

from engine.boards.labels import parse_board
from engine.boards.move_graph import MoveGraph, move_graph
from engine.construction.heuristics.pohl import pohl_rule
from engine.construction.heuristics.roth import roth_rule
from engine.construction.heuristics.success_rates import SuccessRate, success_rates
from engine.construction.heuristics.warnsdorff import Rule, warnsdorff_rule
from engine.intervals import wilson_interval
from tests.engine.construction.heuristics.walks import walked


@pytest.mark.parametrize(
    ("successes", "attempts", "expected"),
    [(5, 10, (0.2366, 0.7634)), (0, 20, (0.0, 0.1611)), (20, 20, (0.8389, 1.0)), (81, 263, (0.2553, 0.3662))],
)
def test_wilson_intervals(successes: int, attempts: int, expected: tuple[float, float]) -> None:
    """The last row is Newcombe's example (Statistics in Medicine 17, 1998); the others were worked out by hand."""
    assert wilson_interval(successes, attempts) == pytest.approx(expected, abs=5e-5)


def test_the_interval_holds_the_exact_probability() -> None:
    """From the corner of 8x8 a walk is a tour with probability 0.979578 (exact, from the tree of ties)."""
    (rate,) = success_rates([(8, 8)], "warnsdorff", 3000)
    low, high = rate.interval
    assert low < 0.979578 < high


def test_rates_of_a_board_do_not_depend_on_the_others() -> None:
    """A board has its own random numbers: its rate is the same alone and among others, and differs from its mirror."""
    alone = list(success_rates([(7, 8)], "warnsdorff", 200, tours="closed"))
    among = list(success_rates([(5, 6), (7, 8), (8, 7)], "warnsdorff", 200, tours="closed"))
    assert alone == among[1:2]
    assert (among[1].rows, among[2].rows) == (7, 8)


def test_closed_tours_need_an_even_board() -> None:
    """On an odd board no walk closes."""
    assert list(success_rates([(7, 7)], "pohl", 50, tours="closed")) == [SuccessRate(7, 7, 50, 0)]


@pytest.mark.parametrize("tours", ["any", "closed", "open"])
@pytest.mark.parametrize(
    ("method", "rule"), [("warnsdorff", warnsdorff_rule), ("pohl", pohl_rule), ("roth", roth_rule)]
)
def test_rates_count_the_very_walks_of_constructions(
    method: str, rule: Callable[[MoveGraph], Rule], tours: Literal["any", "closed", "open"]
) -> None:
    """Attempt for attempt, with the seed of each board."""
    for rows, columns in ((6, 6), (5, 8), (20, 21)):
        graph, seed = move_graph(parse_board(f"{rows}x{columns}"), (1, 2)), 9 + (rows << 32) + (columns << 16)
        walks = [walked(rule, graph, 0, seed, attempt) for attempt in range(300)]
        wanted = sum(w.complete and (tours == "any" or w.closed == (tours == "closed")) for w in walks)
        assert list(success_rates([(rows, columns)], method, 300, tours=tours, seed=9)) == [
            SuccessRate(rows, columns, 300, wanted)
        ]


def test_the_table_fails_at_74_only() -> None:
    """Squirrel and Cull's walk is one attempt without chance: its interval is its rate."""
    found = list(success_rates([(side, side) for side in range(60, 80)], "squirrel-cull", 100))

    assert [rate.rows for rate in found if not rate.successes] == [74]
    assert {rate.attempts for rate in found} == {1}
    assert found[0].interval == (1.0, 1.0)
    assert [rate.successes for rate in success_rates([(60, 60)], "squirrel-cull", 1, tours="closed")] == [0]
