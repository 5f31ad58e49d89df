"""Each method of an enumeration has a planner and a runner."""

from __future__ import annotations

from engine.kinds.enumeration import PLANNERS, Enumeration
from engine.kinds.method import method_of
from engine.programs import PROGRAMS
from engine.specification.parse import parse_problem


def test_every_method_has_a_planner() -> None:
    """Of its own; `auto` alone takes another's."""
    assert {"auto", *PLANNERS} == PROGRAMS["enumerate"].keys()


def test_auto_is_a_method() -> None:
    """A job that leaves the choice open is planned by some method."""
    spec = parse_problem({"kind": "enumerate", "board": "5x5"})
    assert method_of(spec.spec) in PLANNERS
    assert Enumeration().plan(spec).shards
