"""The axes of charts."""

from __future__ import annotations

import pytest

from drawing.scales import scale_of, tick_labels


def test_values_lie_in_proportion() -> None:
    """The lowest value is at the start of the axis, and ticks are round numbers."""
    scale = scale_of([0.0, 10.0], 0.0, 700.0)

    assert [scale.at(value) for value in (0.0, 5.0, 10.0, 20.0)] == [0.0, 350.0, 700.0, 700.0]
    assert list(scale.ticks) == [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]


def test_logarithms() -> None:
    """Each power of ten takes equal room; zero is at the edge."""
    scale = scale_of([0.0, 1.0, 100.0], 0.0, 100.0, log=True)

    assert [scale.at(value) for value in (0.0, 1.0, 10.0, 100.0)] == [0.0, 0.0, 50.0, 100.0]


@pytest.mark.parametrize("values", [[], [0.0], [7.0, 7.0], [-3.0]])
def test_no_spread(values: list[float]) -> None:
    """A scale of no value, or of only one, still has a length."""
    scale = scale_of(values, 0.0, 100.0)

    assert scale.high > scale.low
    assert all(0 <= scale.at(value) <= 100 for value in values)


@pytest.mark.parametrize(
    ("values", "log", "labels", "unit"),
    [
        ([0.0, 400_000.0], False, ["0", "200,000", "400,000"], ""),
        ([0.0, 0.4], False, ["0", "0.2", "0.4"], ""),
        ([0.0, 8e6], False, ["0", "5"], "10⁶"),
        ([2e16, 2.1e16], False, ["20", "20.5", "21"], "10¹⁵"),
        ([1.0, 1000.0], True, ["1", "10", "100", "1,000"], ""),
        ([1.0, 1e24], True, ["10⁰", "10⁵", "10¹⁰", "10¹⁵", "10²⁰"], ""),
    ],
)
def test_tick_labels(values: list[float], log: bool, labels: list[str], unit: str) -> None:
    """Tick labels have separators, or one common power of ten."""
    assert tick_labels(scale_of(values, 0.0, 300.0, log=log, ticks=4)) == (labels, unit)
