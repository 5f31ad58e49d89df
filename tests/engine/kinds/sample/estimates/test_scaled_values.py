"""Populations whose figures are beyond the range of floats: the same digits, reported as logarithms."""

from __future__ import annotations

import math

import pytest

from engine.kinds.sample.estimates.scaled_values import rescale
from engine.sampling import sequential_monte_carlo as smc
from engine.specification.result import Estimate, LargeEstimate
from tests.in_memory import sample

POPULATIONS: dict[str, object] = {"method": "smc", "board": "5x5", "particles": 200, "rng": {"seed": 3, "streams": 3}}
BUDGET = {"walks": 5000}
SHIFT = 3000


@pytest.fixture
def shifted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every weight the factor 2**SHIFT; do not distinguish ends, as on large boards."""
    monkeypatch.setattr("engine.kinds.sample.smc.runner.MAX_PAIRED_SQUARES", 0)
    true = smc._log_weight_of_start
    monkeypatch.setattr(smc, "_log_weight_of_start", lambda *a, **k: true(*a, **k) + SHIFT * math.log(2.0))


@pytest.mark.parametrize("tours", ["any", "open", "closed"])
def test_the_unit_changes_no_digit(monkeypatch: pytest.MonkeyPatch, tours: str) -> None:
    """A new unit after every step, so that each population ends in a different one, leaves the result the same."""
    wanted = {**POPULATIONS, "board": "6x6", "tours": tours, "budget": {"walks": 3000}}
    plain, _ = sample(**wanted)
    monkeypatch.setattr(smc, "WIDE", 0)
    assert sample(**wanted)[0] == plain


@pytest.mark.usefixtures("shifted")
def test_large_figures_are_told_as_logarithms() -> None:
    """Totals and figures by start are logarithms, and none is infinite."""
    result, _ = sample(**POPULATIONS, budget=BUDGET)
    whole = result.large_estimates[0]

    assert result.estimates == [] or all(one.value == 0.0 for one in result.estimates)
    assert whole.log10 - SHIFT * math.log10(2.0) == pytest.approx(math.log10(1728), abs=0.1)
    assert 0.0 < whole.relative_error < 0.2
    assert whole.batches == 25
    assert {tuple(one.square) for one in result.large_estimates[1:] if one.square} >= {(1, 1), (3, 3)}


@pytest.mark.usefixtures("shifted")
def test_rounds_end_by_the_relative_error_of_large_figures() -> None:
    """The relative error of the budget is met although the figure itself is beyond floats."""
    result, _ = sample(**POPULATIONS, budget={"relative_error": 0.02}, potential="auto")

    assert result.large_estimates[0].relative_error <= 0.02
    assert all(math.isfinite(row["mean_logarithm"]) for row in result.extra["pilot"])


def test_told() -> None:
    """A figure within the range of floats is a number; one beyond it, or with an interval beyond it, is a logarithm."""
    one = Estimate(
        quantity="tours", value=1.5, standard_error=0.3, interval_95=[0.9, 2.1], estimator="any", samples=7, batches=2
    )
    small, large = rescale(one, 1000), rescale(one, 1023)

    assert isinstance(small, Estimate)
    assert (small.value, small.standard_error, small.interval_95) == (
        1.5 * 2.0**1000,
        0.3 * 2.0**1000,
        [0.9 * 2.0**1000, 2.1 * 2.0**1000],
    )
    assert isinstance(large, LargeEstimate)
    assert large.log10 == pytest.approx(math.log10(1.5) + 1023 * math.log10(2.0))
    assert large.relative_error == pytest.approx(0.2)
