"""The table of methods against the specifications and everything that has an entry for each kind or method."""

from __future__ import annotations

import typing
from pkgutil import resolve_name

import pytest

from engine.kinds.common.method import Method
from engine.kinds.generator_test.specification import GeneratorTestSpecification
from engine.kinds.methods import METHODS, UNKNOWN, described_methods, find_method, warm_up_jobs
from engine.kinds.parse import parse_problem
from engine.kinds.table import KINDS, MODELS

ALL = {(kind, name): method for kind, methods in METHODS.items() for name, method in methods.items()}
DESCRIBED = {(kind, name): method for kind, name, method in described_methods()}


@pytest.fixture(autouse=True)
def toy_kind() -> None:
    """Leave the registries as they are: here every kind plans for itself."""


def test_kinds_are_those_of_the_table() -> None:
    """Imports are made, not submitted."""
    assert METHODS.keys() == KINDS.keys() == {*MODELS, "import"}


@pytest.mark.parametrize("kind", MODELS)
def test_choices_are_those_of_the_table(kind: str) -> None:
    """The field `method` takes exactly the methods with an entry; a kind without that field has a single entry."""
    field = MODELS[kind].model_fields.get("method")
    assert METHODS[kind].keys() == ({None} if field is None else set(typing.get_args(field.annotation)))


@pytest.mark.parametrize("method", ALL.values(), ids=[f"{kind} {name}" for kind, name in ALL])
def test_names_lead_to_code(method: Method) -> None:
    """Each runner opens shards, each planner plans, follows and merges."""
    assert method.runner is None or callable(resolve_name(method.runner))
    for name in method.planners:
        planner = resolve_name(name)()
        assert callable(planner.plan)
        assert callable(planner.follow)
        assert callable(planner.merge)


def test_exhaustive_methods_count_facts() -> None:
    """A method that meets every tour counts them all, by no rule."""
    met = [method for method in ALL.values() if method.exhaustive]
    assert met
    assert all(method.facts and method.rule is None for method in met)


@pytest.mark.parametrize(
    ("kind", "method"), [("tile", None), ("enumerate", "guess"), ("enumerate", ["auto"]), (None, None)]
)
def test_an_unknown_method_promises_nothing(kind: object, method: object) -> None:
    """Another database's jobs may be of other kinds and methods."""
    assert find_method(kind, method) == UNKNOWN
    assert not UNKNOWN.facts


def test_every_choice_is_described() -> None:
    """Each method that a job can name is described, and each test of generators."""
    tests = typing.get_args(GeneratorTestSpecification.model_fields["tests"].annotation)[0]
    choices = {(kind, name) for kind, name in ALL if name is not None}
    assert DESCRIBED.keys() == choices | {("test-generator", test) for test in typing.get_args(tests)}


@pytest.mark.parametrize(("kind", "name"), DESCRIBED)
def test_descriptions_name_fields_of_the_kind(kind: str, name: str) -> None:
    """The parameters described are fields of the kind's specification; boards and cost are given."""
    method = DESCRIBED[kind, name]
    assert method.parameters.keys() <= MODELS[kind].model_fields.keys()
    assert method.boards
    assert method.cost


def test_every_method_has_a_warm_up_job() -> None:
    """There is a warm-up job for each kind with a runner, and for each of its methods."""
    jobs = {(job["kind"], job.get("method")) for job in warm_up_jobs()}
    assert jobs == {place for place, method in ALL.items() if method.runner is not None}


@pytest.mark.parametrize("job", list(warm_up_jobs()), ids=str)
def test_a_warm_up_job_is_short_and_is_work(job: dict[str, object]) -> None:
    """It can be planned, is not answered by a proof, and has few shards."""
    problem = parse_problem(job)
    plan = KINDS[problem.spec.kind].plan(problem)
    assert plan.result is None
    assert len(plan.shards) <= 100
