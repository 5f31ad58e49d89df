"""Histograms of test statistics."""

from __future__ import annotations

from drawing.histograms import histograms


def test_bars_stand_in_the_middle_of_their_bins() -> None:
    """Observed values are bars at the middle of bins, expected ones a line; test and part are the title."""
    rows = [{"test": "gap", "part": "K+", "edges": [0.0, 1.0, 3.0], "observed": [4, 6], "expected": [5.0, 5.0]}]

    (chart,) = histograms(rows)

    assert (chart.name, chart.title) == ("histogram-0", "gap K+")
    assert [series.points for series in chart.series] == [[(0.5, 4.0), (2.0, 6.0)], [(0.5, 5.0), (2.0, 5.0)]]
    assert [series.form for series in chart.series] == ["bars", "line"]
