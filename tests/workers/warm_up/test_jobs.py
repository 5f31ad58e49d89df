"""The jobs that compile all kernels."""

from __future__ import annotations

from typing import get_args

import pytest

from engine.kinds.construct.specification import ConstructSpecification
from engine.kinds.enumerate.specification import EnumerateSpecification
from engine.kinds.methods import PROGRAMS
from engine.kinds.parse import parse_problem
from engine.kinds.sample.specification import SampleSpecification
from engine.kinds.table import KINDS
from workers.warm_up.jobs import TRIALS


@pytest.fixture(autouse=True)
def toy_kind() -> None:
    """Leave the registries as they are: here every kind plans for itself."""


def test_every_method_is_tried() -> None:
    """Each kind that has kernels, and each of its methods."""
    tried = {(trial["kind"], trial.get("method")) for trial in TRIALS}
    for model in (EnumerateSpecification, SampleSpecification, ConstructSpecification):
        kind = get_args(model.model_fields["kind"].annotation)[0]
        assert {(kind, method) for method in get_args(model.model_fields["method"].annotation)} <= tried
    assert {kind for kind, methods in PROGRAMS.items() if any(one.runner for one in methods.values())} == {
        kind for kind, _ in tried
    }


@pytest.mark.parametrize("trial", TRIALS, ids=str)
def test_a_trial_is_short_and_is_work(trial: dict[str, object]) -> None:
    """It can be planned, is not answered by thought alone, and has few shards."""
    problem = parse_problem(dict(trial))
    plan = KINDS[problem.spec.kind].plan(problem)
    assert plan.result is None
    assert len(plan.shards) <= 100
