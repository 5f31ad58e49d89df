"""Plans made by a process of its own: the same plans, limited and stoppable."""

from __future__ import annotations

import pytest

from engine.errors import InvalidProblemError
from engine.kinds.registry import KINDS
from engine.specification.parse import as_json, parse_problem
from workers.planning import PlanStoppedError, PlanTooLargeError, plan_apart

LONG = {"kind": "enumerate", "board": "1000x1000", "by_end": True}


@pytest.fixture(autouse=True)
def toy_kind() -> None:
    """Leave the registries as they are."""


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "enumerate", "board": "5x6", "method": "backtrack"},
        {"kind": "enumerate", "board": "4x4"},
        {"kind": "sample", "board": "5x5", "rng": {"streams": 3}},
        {"kind": "enumerate", "board": "9x9", "limit": {"tours": 5}},
    ],
)
def test_the_plan_is_that_made_here(fields: dict[str, object]) -> None:
    """Shards, with advice where there is some, or a result at once."""
    problem = parse_problem(fields)
    here = KINDS[problem.spec.kind].plan(problem)

    apart = plan_apart(as_json(problem.spec), 600, 2048, lambda: False)

    assert list(apart.shards) == list(here.shards)
    assert (apart.result, apart.advice) == (here.result, here.advice)


def test_what_makes_no_sense_is_refused() -> None:
    """The field that is wrong is named as it would be here."""
    with pytest.raises(InvalidProblemError) as caught:
        plan_apart({"kind": "enumerate", "board": "torus:6x6", "method": "frontier"}, 60, 2048, lambda: False)
    assert caught.value.pointer == "/method"


@pytest.mark.parametrize(("seconds", "megabytes"), [(1, 4096), (60, 300)])
def test_limits(seconds: int, megabytes: int) -> None:
    """A plan that takes too long or too much memory ends, and says so."""
    with pytest.raises(PlanTooLargeError, match=f"{seconds} s or {megabytes} MiB"):
        plan_apart(LONG, seconds, megabytes, lambda: False)


def test_a_plan_nobody_wants_is_stopped() -> None:
    """Soon, and whatever it is at."""
    with pytest.raises(PlanStoppedError):
        plan_apart(LONG, 60, 4096, lambda: True)
