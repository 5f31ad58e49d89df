"""The table of methods against everything that has an entry for each kind or method."""

from __future__ import annotations

import typing
from pkgutil import resolve_name

import pytest

from engine.kinds.common.method import Program
from engine.kinds.methods import PROGRAMS, UNKNOWN, known_program
from engine.kinds.table import KINDS, MODELS

ALL = {(kind, method): program for kind, methods in PROGRAMS.items() for method, program in methods.items()}


def test_kinds_are_those_of_the_table() -> None:
    """Imports are made, not submitted."""
    assert PROGRAMS.keys() == KINDS.keys() == {*MODELS, "import"}


@pytest.mark.parametrize("kind", MODELS)
def test_choices_are_those_of_the_table(kind: str) -> None:
    """The field `method` takes what has a program; a kind without that field has a single one."""
    field = MODELS[kind].model_fields.get("method")
    assert PROGRAMS[kind].keys() == ({None} if field is None else set(typing.get_args(field.annotation)))


@pytest.mark.parametrize("program", ALL.values(), ids=[f"{kind} {method}" for kind, method in ALL])
def test_names_lead_to_code(program: Program) -> None:
    """Each runner opens shards, each planner plans, follows and merges."""
    assert program.runner is None or callable(resolve_name(program.runner))
    for name in program.planners:
        planner = resolve_name(name)()
        assert callable(planner.plan)
        assert callable(planner.follow)
        assert callable(planner.merge)


def test_what_is_exhaustive_counts_facts() -> None:
    """A method that meets every tour counts them all, by no rule."""
    met = [program for program in ALL.values() if program.exhaustive]
    assert met
    assert all(program.facts and program.rule is None for program in met)


@pytest.mark.parametrize(
    ("kind", "method"), [("tile", None), ("enumerate", "guess"), ("enumerate", ["auto"]), (None, None)]
)
def test_nothing_is_promised_of_what_is_unknown(kind: object, method: object) -> None:
    """Another database's jobs may be of other kinds and methods."""
    assert known_program(kind, method) == UNKNOWN
    assert not UNKNOWN.facts
