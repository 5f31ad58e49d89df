"""Sampling jobs from specification to result: right within their errors, whatever the method and the budget."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import InvalidProblemError
from engine.kinds.parse import parse_problem
from engine.kinds.sample.planner import Sampling
from tests.in_memory import estimate, sample

TREE = ("nodes", "leaves", "dead_ends")

DIRECTED_6X6, CYCLES_6X6 = 6_637_920, 9_862
"""OEIS A165134 and A001230."""

OPEN_6X6 = DIRECTED_6X6 - 36 * 2 * CYCLES_6X6
CLOSED_6X6 = 36 * 2 * CYCLES_6X6


@pytest.mark.parametrize(
    ("fields", "quantity", "exact"),
    [
        ({"method": "importance", "budget": {"walks": 40_000}}, "tours", DIRECTED_6X6),
        ({"method": "importance", "budget": {"walks": 40_000}}, "closed", CLOSED_6X6),
        ({"method": "importance", "budget": {"walks": 40_000}, "tail": 0, "ends": "free"}, "tours", DIRECTED_6X6),
        ({"method": "importance", "budget": {"walks": 40_000}, "tours": "closed"}, "closed", CLOSED_6X6),
        ({"method": "importance", "budget": {"walks": 40_000}, "tours": "closed"}, "cycles", CYCLES_6X6),
        ({"method": "importance", "budget": {"walks": 40_000}, "tours": "open"}, "tours", OPEN_6X6),
        ({"particles": 1000, "budget": {"walks": 40_000}}, "tours", DIRECTED_6X6),
        ({"particles": 1000, "budget": {"walks": 40_000}, "tours": "open"}, "tours", OPEN_6X6),
        ({"particles": 1000, "budget": {"walks": 40_000}, "tours": "closed"}, "closed", CLOSED_6X6),
        ({"particles": 1000, "budget": {"walks": 40_000}, "tours": "closed"}, "cycles", CYCLES_6X6),
        ({"particles": 500, "budget": {"walks": 40_000}, "potential": "auto"}, "tours", DIRECTED_6X6),
    ],
)
def test_estimates_are_right_within_their_errors(fields: dict[str, object], quantity: str, exact: int) -> None:
    """Within four standard errors, which are themselves small."""
    result, _ = sample(board="6x6", **fields)
    found = estimate(result, quantity)

    assert abs(found.value - exact) < 4 * found.standard_error
    assert found.standard_error < 0.15 * exact


@pytest.mark.parametrize("method", ["importance", "smc"])
def test_tours_from_one_start_and_between_two_ends(method: str) -> None:
    """5x5 from the centre and a corner: 64 and 304 tours (OEIS A165134's parts); 56 lead from corner to each far class.

    By class of starts and by class of ends the estimates agree with a count of all tours by an exact method.
    """
    result, _ = sample(board="5x5", method=method, budget={"walks": 60_000}, **_population(method))
    by_start = {tuple(e.square): e for e in result.estimates if e.square is not None}
    pairs = {(tuple(row["start"]), tuple(row["end"])): row for row in result.extra["end_pairs"]}

    for square, tours in {(1, 1): 304, (1, 3): 56, (3, 3): 64}.items():
        assert abs(by_start[square].value - tours) <= 4 * by_start[square].standard_error
    total = sum(row["value"] * row["pairs"] for row in pairs.values())
    assert total == pytest.approx(result.estimates[0].value)
    for (start, end), row in pairs.items():
        assert (sum(start) + sum(end)) % 2 == 0
        assert row["standard_error"] < row["value"]


def test_a_population_that_takes_too_much_memory_is_refused() -> None:
    """A million particles on 64x64 would take a gigabyte; the error gives the largest number allowed."""
    fields = {"board": "64x64", "budget": {"walks": 10**6}, "starts": [[1, 1]]}
    with pytest.raises(InvalidProblemError, match="at most 254200") as caught:
        sample(particles=1_000_000, **fields)
    assert caught.value.pointer == "/particles"


def _population(method: str) -> dict[str, Any]:
    return {"particles": 1000} if method == "smc" else {}


def test_a_relative_error_is_reached() -> None:
    """The job continues in doubling rounds until the error is small enough."""
    result, _ = sample(board="6x6", particles=500, budget={"relative_error": 0.02}, tours="closed")
    found = result.estimates[0]

    assert found.standard_error <= 0.02 * found.value
    assert abs(found.value - CLOSED_6X6) < 4 * found.standard_error


def test_a_time_budget_ends() -> None:
    """A budget of 20 seconds is spent after some four rounds if both shards report 3 seconds for each."""
    result, _ = sample(
        board="5x5", method="uniform", budget={"cpu_seconds": 20}, cpu_seconds=3.0, rng={"seed": 1, "streams": 2}
    )

    assert 2 * (1 << 14) <= result.estimates[0].samples <= 8 * (1 << 14)


@pytest.mark.parametrize("tours", ["any", "closed", "open"])
def test_random_tours_are_of_the_sort_asked_for(tours: str) -> None:
    """Walks and populations hand over as many tours as asked for, each of the sort asked for: closed, open or any."""
    for fields in (
        {"method": "importance", "budget": {"walks": 4000}},
        {"particles": 200, "budget": {"walks": 8000}},
        {"method": "warnsdorff", "budget": {"walks": 4000}},
    ):
        _, found = sample(board="6x6", tours=tours, store={"first": 11}, rng={"seed": 1, "streams": 2}, **fields)
        assert len(found) == 11
        for tour in found:
            assert sorted(tour) == list(range(36))
            steps = [_knight(a, b) for a, b in zip(tour, tour[1:] + tour[:1], strict=True)]
            assert all(steps[:-1])
            assert tours == "any" or steps[-1] == (tours == "closed")


def _knight(first: int, second: int) -> bool:
    (a, b), (c, d) = divmod(first, 6), divmod(second, 6)
    return {abs(a - c), abs(b - d)} == {1, 2}


def test_the_exact_success_of_random_ties() -> None:
    """Equal starts have equal probabilities, and walks of the same rule agree within their error."""
    exact, _ = sample(board="6x6", method="warnsdorff", exact=True)
    walked, _ = sample(board="6x6", method="warnsdorff", budget={"walks": 36_000})
    rows = [row for row in exact.squares if row.square in ([1, 1], [1, 6], [6, 1], [6, 6])]
    corner = [row.model_dump(exclude={"square"}) for row in rows]
    completed = int(walked.counts[1].value) / 36_000

    assert len(corner) == 4
    assert all(extra == corner[0] for extra in corner)
    assert completed == pytest.approx(exact.extra["success_probability"], abs=0.01)
    assert exact.extra["error"] < 1e-9


@pytest.mark.parametrize("method", ["smc", "uniform"])
def test_where_no_tour_was_found_every_estimate_says_so(method: str) -> None:
    """Each estimate of 0 warns that its error is not known: few walks find none of the many tours of 4x40."""
    fields = {"particles": 64} if method == "smc" else {}
    result, _ = sample(board="4x40", method=method, starts=[[1, 1]], budget={"walks": 64}, **fields)
    tours = [found for found in result.estimates if found.unbiased and found.quantity not in TREE]
    assert {(found.value, *found.model_dump()["warnings"]) for found in tours} == {
        (0.0, "no tour was found: the error is not known")
    }


def test_impossible_tours_need_no_walk() -> None:
    """5x5 has no closed tour, and the job says so at once."""
    result, _ = sample(board="5x5", tours="closed")

    assert result.outcome == "impossible"
    assert result.explanation


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"method": "uniform", "potential": [-3, -1]}, "/potential"),
        ({"method": "uniform", "particles": 20}, "/particles"),
        ({"method": "smc", "strength": 0.3}, "/strength"),
        ({"method": "warnsdorff", "tail": 3}, "/tail"),
        ({"method": "smc", "ends": "free"}, "/ends"),
        (
            {"method": "smc", "order": [[1, 2], [2, 1], [-1, 2], [-2, 1], [1, -2], [2, -1], [-1, -2], [-2, -1]]},
            "/order",
        ),
        ({"method": "importance", "board": "9x9", "ends": "drawn"}, "/ends"),
        ({"method": "smc", "board": "70x70"}, "/board"),
        ({"method": "smc", "board": "9x9", "particles": 64}, "/particles"),
        ({"method": "smc", "board": "60x60", "particles": 1_000_000, "store": "all"}, "/particles"),
        ({"method": "importance", "store": "all", "tail": 8}, "/tail"),
        ({"method": "uniform", "store": "classes"}, "/store"),
        ({"method": "uniform", "exact": True}, "/exact"),
        ({"method": "warnsdorff", "exact": True, "store": "all"}, "/store"),
        ({"method": "frontier", "board": "6x6"}, "/store"),
        ({"method": "frontier", "board": "6x6", "store": "all", "budget": {"relative_error": 0.1}}, "/budget"),
        ({"method": "frontier", "store": "all"}, "/board"),
        ({"method": "uniform", "board": "8x8x8x8", "piece": [1, 2, 3]}, "/piece"),
        ({"method": "rotating", "board": "4x4x4x4x4", "piece": [1, 2]}, "/piece"),
        ({"method": "frontier", "board": "1x1", "store": "all"}, "/board"),
    ],
)
def test_what_a_method_cannot_do_is_refused(fields: dict[str, object], pointer: str) -> None:
    """The error names the field."""
    spec = parse_problem({"kind": "sample", "board": "8x8", **fields})
    with pytest.raises(InvalidProblemError) as caught:
        Sampling().plan(spec)

    assert caught.value.pointer == pointer
