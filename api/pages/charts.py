"""Charts on pages, and as files to keep."""

from __future__ import annotations

from collections.abc import Iterable

from flask import Response
from markupsafe import Markup

from api.http.problems import not_found
from api.http.svg_responses import drawing
from api.pages.blueprint import inline
from api.pages.downloads import csv_file
from drawing.charts import Chart


def draw_charts(charts: Iterable[Chart]) -> list[tuple[Chart, Markup]]:
    """Return each chart with its drawing, to be set into a page."""
    return [(chart, inline(chart.svg())) for chart in charts]


def chart_file(chart: Chart, form: str) -> Response:
    """Send a chart as a picture (`svg`), or the numbers behind it as a table (`csv`)."""
    return drawing(chart.svg(alone=True)) if form == "svg" else csv_file(chart.rows())


def named_chart_file(charts: Iterable[Chart], name: str, form: str) -> Response:
    """Send the chart of this name; a 404 problem where there is none."""
    for chart in charts:
        if chart.name == name:
            return chart_file(chart, form)
    raise not_found(f"chart {name!r}")
