"""Verdicts on figures whose answers are known."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from findings.references.data_files import Figure, all_figures
from reproduction.verdict import Computed, judge, rounding

PLAIN = all_figures()[0]


def figure(value: Any, **fields: object) -> Figure:
    """Return a figure that is exact and unrefuted unless the fields say otherwise."""
    changes = {"value": value, "error": None, "exact": True, "right": None, "finding": None, "status": "verified"}
    return replace(PLAIN, **changes | fields)


@pytest.mark.parametrize(
    ("printed", "computed", "verdict"),
    [
        (figure("1728"), Computed("1728", "search"), "equal"),
        (figure("1728"), Computed("1729", "search"), "refuted"),
        (figure([[1, None]]), Computed([[1, None]], "search"), "equal"),
        (figure([[1, None]]), Computed([[1, 2]], "search"), "refuted"),
        (figure("221"), Computed("122", "replayed"), "refuted"),
        (figure("yes"), Computed("yes", "search"), "equal"),
        (figure(10.0, exact=False, error=1.0), Computed(13.0, "walks", error=1.0), "within error"),
        (figure(10.0, exact=False, error=1.0), Computed(16.0, "walks", error=1.0), "refuted"),
        (figure("1000"), Computed(990.0, "walks", error=5.0), "within error"),
        (figure("1000"), Computed(990.0, "walks", error=148.0), "within error"),
        (figure("1000"), Computed(990.0, "walks", error=149.0), "weakly within error"),
        (figure("1000", status="implied"), Computed(990.0, "walks", error=149.0), "implied"),
        (figure(4.83, exact=False), Computed(4.8312, "walks", error=0.0), "within error"),
        (figure(4.83, exact=False), Computed(4.85, "walks", error=0.001), "refuted"),
        (figure(20, exact=False, error=4.5), Computed("26534728821064", "exact"), "refuted"),
        (figure("1"), None, "not reproduced"),
        (figure("1728", status="implied"), Computed("1728", "search"), "implied"),
        (figure("1000", status="implied"), Computed(990.0, "walks", error=5.0), "implied"),
        (figure("1728", status="implied"), Computed("1729", "search"), "refuted"),
    ],
)
def test_verdicts(printed: Figure, computed: Computed | None, verdict: str) -> None:
    """Exact values are compared exactly, measured ones within four standard errors of both together."""
    assert judge(printed, computed, "why not").verdict == verdict


def test_z_counts_both_errors() -> None:
    """Errors of 3 and 4 add up to 5, so a difference of 10 is two standard errors."""
    assert judge(figure(0.0, exact=False, error=3.0), Computed(10.0, "walks", error=4.0), "").z == pytest.approx(2.0)


def test_rounding_explains_half_a_unit() -> None:
    """Two decimals allow 0.005 of rounding, three digits of 1.38e9 allow 5e6, and exact figures none."""
    assert rounding(figure(4.83, exact=False)) == pytest.approx(0.005)
    assert rounding(figure(1.38e9, exact=False)) == pytest.approx(5e6)
    assert rounding(figure("12")) == 0.0
    assert judge(figure(4.83, exact=False), Computed(4.837, "walks", error=0.001), "").z == pytest.approx(2.0)


def test_only_what_is_foretold_is_explained() -> None:
    """A refutation needs a finding and vice versa, and an exact result must equal the corrected value."""
    wrong = figure("5", right="4", finding="misprint", status="refuted")
    assert judge(wrong, Computed("4", "search"), "").is_explained
    assert not judge(wrong, Computed("5", "search"), "").is_explained
    assert not judge(wrong, Computed("3", "search"), "").is_explained
    assert not judge(figure("5"), Computed("4", "search"), "").is_explained
    assert judge(figure("5"), None, "too long").is_explained
