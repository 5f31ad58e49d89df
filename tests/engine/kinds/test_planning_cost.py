"""Which plans are made inside a request, and which by a worker itself, decided without making any."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest

from engine.errors import InvalidProblemError
from engine.kinds.admission import check_shards
from engine.kinds.parse import parse_problem, parse_specification
from engine.kinds.planning_cost import SOON, plans_at_once, plans_soon, stated_shards
from engine.kinds.table import KINDS, MODELS

REMOVED = {"board": "100x100", "removed": [[1, 1]]}
TESTS = {"kind": "test-generator", "generator": "pcg64dxsm", "trials": 65_536}
STREAMED = {"kind": "sample", "board": "5x5", "method": "uniform"}


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "enumerate", "board": "8x8", "limit": {"tours": 5}},
        {"kind": "construct", "board": "1000x1000", "piece": [499, 500]},
        {"kind": "distance", "board": "1000x1000", "from": [1, 1]},
        {"kind": "sample", "board": "64x64"},
        STREAMED | {"rng": {"streams": 32}},
        TESTS,
    ],
)
def test_cheap_plans(fields: dict[str, object]) -> None:
    """A request plans jobs of few shards whose kinds need hardly any planning."""
    assert plans_at_once(parse_problem(fields))


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "enumerate", "board": "6x6"},
        {"kind": "enumerate", "board": "6x6", "method": "frontier"},
        {"kind": "symmetry", "board": "6x6"},
        {"kind": "index", "board": "6x6"},
        {"kind": "puzzle", "board": "5x5", "rng": {"streams": 33}},
        STREAMED | {"rng": {"streams": 33}},
        STREAMED | {"rng": {"streams": 1000}},
    ],
)
def test_plans_of_a_moment(fields: dict[str, object]) -> None:
    """A worker itself makes a plan that is too slow for a request but quicker than starting a process."""
    assert not plans_at_once(parse_problem(fields))
    assert plans_soon(parse_problem(fields))


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "enumerate", "board": "8x8"},
        {"kind": "symmetry", "board": "8x8"},
        {"kind": "index", "board": "8x8"},
        {"kind": "index", "board": "300x300"},
        {"kind": "enumerate", "board": "torus:5x5"},
        {"kind": "enumerate", "board": "20x20"},
        {"kind": "enumerate", "board": "20x20", "method": "warnsdorff"},
        {"kind": "enumerate", "board": "1x100000000"},
        {"kind": "enumerate", "board": "2x50000000"},
        {"kind": "enumerate", "board": "1000x1000", "by_end": True},
        {"kind": "enumerate", "board": "100x100", "by_end": True},
        {"kind": "enumerate", "board": "3x33333333", "method": "frontier"},
        {"kind": "enumerate", "board": REMOVED},
        {"kind": "construct", "board": REMOVED},
        {"kind": "enumerate", "board": "1000x1000", "piece": [499, 500]},
        STREAMED | {"rng": {"streams": 2000}},
        TESTS | {"streams": 65_536},
    ],
)
def test_plans_of_a_process_of_their_own(fields: dict[str, object]) -> None:
    """A plan that may take longer than a moment gets a process of its own."""
    assert not plans_at_once(parse_problem(fields))
    assert not plans_soon(parse_problem(fields))


def test_very_many_shards_are_to_be_confirmed() -> None:
    """The error gives the number of shards and the field that confirms it."""
    many = TESTS | {"streams": 65_536}
    spec = parse_specification(many)
    assert stated_shards(spec) == 4 * 65_536
    with pytest.raises(InvalidProblemError, match="262144 shards, more than the 20000") as caught:
        check_shards(spec, stated_shards(spec), 20_000)
    assert caught.value.pointer == "/confirm_cost"
    check_shards(parse_specification(many | {"confirm_cost": True}), stated_shards(spec), 20_000)
    check_shards(spec, 20_000, 20_000)


ABOUT: dict[str, dict[str, object]] = {
    "distance": {"from": [1, 1], "to": "all"},
    "strip": {"family": "10xn"},
    "test-generator": {"generator": "pcg64dxsm"},
}
"""Fields that these kinds need besides their board, or instead of one."""
HOSTILE = ["10x10", "32x32", "300x300", "1000x1000", "torus:40x40", "torus:300x300", "torus:1000x1000", "1x1000000"]
LONG_SECONDS = 1.5
"""Processor time, far above a moment, so that a slow machine passes, and far below what an unbounded plan takes."""


@pytest.mark.parametrize("kind", sorted(MODELS))
@pytest.mark.parametrize("board", HOSTILE)
def test_no_board_keeps_a_request_or_a_worker_busy(kind: str, board: str) -> None:
    """Checking a job of any kind takes a moment, and so does its plan unless that is left to another process."""
    whereon = {} if kind in ("strip", "test-generator") else {"board": board}
    fields: dict[str, object] = {"kind": kind, **whereon, **ABOUT.get(kind, {})}
    begun = time.process_time()
    problem = parse_problem(fields)
    with suppress(InvalidProblemError):
        KINDS[kind].check(problem)
        if plans_soon(problem):
            KINDS[kind].plan(problem)
    assert time.process_time() - begun < LONG_SECONDS


def test_a_kind_that_says_nothing_is_planned_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kind without an entry is planned in a process of its own, whatever its board."""
    problem = parse_problem({"kind": "construct", "board": "5x5"})
    assert plans_at_once(problem)
    monkeypatch.delitem(SOON, "construct")
    assert not plans_soon(problem)
    assert not plans_at_once(problem)
