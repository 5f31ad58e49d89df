"""The statistics of a tour in words."""

from __future__ import annotations

from drawing.features import NAMES, features_said
from engine.features.table import LINE, MAGIC, MAGIC_SQUARE, NONE, SEMIMAGIC


def test_every_statistic_has_a_name() -> None:
    """In the order in which they are measured, each another one."""
    assert tuple(NAMES) == (*LINE, MAGIC)
    assert len(set(NAMES.values())) == len(NAMES)


def test_values() -> None:
    """Numbers are written as elsewhere, sums in words."""
    assert features_said({"turns": 12345, "magic": SEMIMAGIC}) == [
        ("Turns", "12,345"),
        ("Sums of the numbers", "semimagic"),
    ]
    assert [features_said({"magic": value})[0][1] for value in (NONE, MAGIC_SQUARE)] == ["not magic", "magic"]
