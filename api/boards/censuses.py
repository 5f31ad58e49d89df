"""Charts of how the closed tours of a board are distributed, from the censuses that are known of it."""

from __future__ import annotations

from collections.abc import Iterable

from drawing.charts import Chart
from drawing.features import census_charts
from findings.statements.census import KnownCensus


def distribution_charts(censuses: Iterable[KnownCensus]) -> list[Chart]:
    """Return a chart for each statistic."""
    return census_charts({"exact": True, "distributions": [one.distribution for one in censuses if one.distribution]})
