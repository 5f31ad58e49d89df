"""Each method of an enumeration has a planner and a runner."""

from __future__ import annotations

import pytest

from engine.errors import InvalidProblemError
from engine.kinds.enumeration import PLANNERS, Enumeration
from engine.kinds.method import method_of
from engine.programs import PROGRAMS
from engine.specification.parse import parse_problem


def test_planned_methods_are_run() -> None:
    """Whatever can be planned can be run, and no more."""
    assert {"auto", *PLANNERS} == PROGRAMS["enumerate"].keys()


def test_auto_is_a_method() -> None:
    """A job that leaves the choice open is planned by some method."""
    spec = parse_problem({"kind": "enumerate", "board": "5x5"})
    assert method_of(spec.spec) in PLANNERS
    assert Enumeration().plan(spec).shards


def test_a_method_without_a_planner_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fault points at the method."""
    monkeypatch.delitem(PLANNERS, "warnsdorff")
    with pytest.raises(InvalidProblemError) as error:
        Enumeration().plan(parse_problem({"kind": "enumerate", "board": "5x5", "method": "warnsdorff"}))
    assert error.value.pointer == "/method"
