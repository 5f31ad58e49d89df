"""Charts of how often a statistic fell into each bin, beside how often it should."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from drawing.charts import Chart, Series


def histograms(rows: Sequence[Mapping[str, Any]]) -> list[Chart]:
    """Return a chart for each test of a generator: `edges` of the bins, trials `observed` and `expected` in each."""
    charts = []
    for index, data in enumerate(rows):
        middles = [(low + high) / 2 for low, high in pairwise(data["edges"])]
        observed = Series("observed", list(zip(middles, map(float, data["observed"]), strict=True)), "bars")
        expected = Series("expected", list(zip(middles, data["expected"], strict=True)))
        title = " ".join(filter(None, [data["test"], data["part"]]))
        charts.append(Chart(f"histogram-{index}", title, "statistic", "trials", [observed, expected]))
    return charts
