"""The families that the atlas is to contain."""

from __future__ import annotations

from engine.kinds.parse import parse_problem
from engine.kinds.table import KINDS
from findings.atlas.families import family_entries, family_key
from findings.atlas.family_plan import PLANNED


def test_every_family_is_one_and_accepted() -> None:
    """Each family is valid, correctly named and planned once, and the atlas contains no other."""
    for specification in PLANNED:
        problem = parse_problem(dict(specification))
        assert problem.document["family"] == specification["family"]
        KINDS["strip"].check(problem)
    keys = [family_key(specification) for specification in PLANNED]
    assert len(set(keys)) == len(keys)
    assert {entry.key for entry in family_entries().values()} == set(keys)
