"""Ways of counting that confirm each other."""

from __future__ import annotations

from engine.kinds.methods import METHODS
from findings.statements.independence import CERTIFICATE, SAME, SWEEP, way_of


def test_methods_that_share_a_tree_are_one_way() -> None:
    """Three searches are one way, sweeps a second, and sweeps by pairs of ends a third."""
    assert {way_of({}, method) for method in ("backtrack", "board-array", "link-cutting")} == {"backtrack"}
    assert way_of({"by_end": True}, "backtrack") == "backtrack"
    assert way_of({"by_end": False}, SWEEP) == SWEEP
    assert way_of({"by_end": True}, SWEEP) == "frontier, by ends"
    assert way_of({}, "index") == SWEEP  # which its states are of
    assert way_of({}, None) is None


def test_the_names_are_those_of_methods() -> None:
    """Every name here is that of an existing method or kind."""
    methods = {*METHODS["enumerate"], *METHODS["sample"]}
    assert {*SAME, *SAME.values(), SWEEP} <= methods
    assert CERTIFICATE in METHODS
