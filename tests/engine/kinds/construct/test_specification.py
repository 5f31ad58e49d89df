"""The specification of a construction."""

from __future__ import annotations

from typing import get_args

import pytest

from engine.features.table import ADDITIVE
from engine.kinds.construct.specification import Statistic
from engine.kinds.parse import InvalidSpecificationError, parse_problem, parse_specification
from engine.specification.normal_form import as_json, fingerprint

SHORT = {"kind": "construct", "board": "8x8", "tours": "closed"}


def test_extremes_are_of_all_statistics_that_add_up() -> None:
    """An exchange changes them by what it removes and adds."""
    assert set(get_args(Statistic)) == set(ADDITIVE)


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"fewest": "turns", "most": "crossings"}, "/most"),
        ({"fewest": "straight_run"}, "/fewest"),
        ({"exchanges": 1000}, "/exchanges"),
        ({"most": "turns", "exchanges": 0}, "/exchanges"),
    ],
)
def test_what_means_nothing_is_refused(fields: dict[str, object], pointer: str) -> None:
    """Two extremes, one that is none, and exchanges towards nothing; each by its field."""
    with pytest.raises(InvalidSpecificationError) as caught:
        parse_specification(SHORT | fields)
    assert [fault.pointer for fault in caught.value.faults] == [pointer]


def test_jobs_without_an_extreme_are_what_they_were() -> None:
    """The fields are absent from the normal form where nothing is asked of them, so that fingerprints stay."""
    plain = parse_specification(SHORT)
    assert not {"fewest", "most", "exchanges"} & as_json(plain).keys()
    assert parse_problem(SHORT | {"fewest": None}).fingerprint == fingerprint(as_json(plain))
    assert parse_problem(SHORT | {"fewest": "turns"}).fingerprint != fingerprint(as_json(plain))
