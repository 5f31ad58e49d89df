"""Charts of the distributions of a board's closed tours, from its known censuses."""

from __future__ import annotations

from collections.abc import Iterable

from drawing.charts import Chart
from drawing.features import census_charts
from findings.statements.census import KnownCensus


def distribution_charts(censuses: Iterable[KnownCensus]) -> list[Chart]:
    """Return a chart for each statistic."""
    return census_charts({"exact": True, "distributions": [one.distribution for one in censuses if one.distribution]})
