"""The report as one HTML file that needs nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from html import escape
from math import floor

from drawing.charts import RULES, Chart, Series
from reproduction.report import TableReport, describe, find_unexplained, place, total
from reproduction.verdict import AGREEING

STYLE = (
    ":root{color-scheme:light dark}"
    "body{font:15px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem}"
    "table{border-collapse:collapse;width:100%}"
    "td,th{text-align:left;padding:.15rem .5rem;border-bottom:1px solid #8884;"
    "vertical-align:top;overflow-wrap:anywhere}svg{max-width:46rem;width:100%;height:auto}svg.ch{max-width:30rem}"
    ".refuted{color:#c0392b;font-weight:600}.surprise{background:#e88a1a44}" + RULES
)
BIN, BINS = 0.5, 8
"""The width of a bar in standard errors, and the number of bars on each side; the last ones hold what lies beyond."""


def html_page(reports: list[TableReport], subtitle: str) -> str:
    """Return the page: a summary, then each table with its pictures and every figure."""
    return "".join(_page(reports, subtitle))


def _page(reports: list[TableReport], subtitle: str) -> Iterator[str]:
    yield '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Published figures, recomputed</title>'
    yield f"<style>{STYLE}</style></head><body><h1>Published figures, recomputed</h1><p>{escape(subtitle)}</p>"
    counts = ", ".join(f"{count} {verdict}" for verdict, count in total(reports).items())
    yield f"<p>{counts}; {len(find_unexplained(reports))} unexplained.</p>"
    yield _spread(reports)
    yield "<table><tr><th>source</th><th>table</th><th>verdicts</th></tr>"
    for report in reports:
        counts = ", ".join(f"{count} {verdict}" for verdict, count in report.verdicts.items())
        link = f'<a href="#{report.name}">{report.name}</a>'
        yield f"<tr><td>{report.first.source}</td><td>{link}</td><td>{counts}</td></tr>"
    yield "</table>"
    for report in reports:
        yield from _table(report)
    yield "</body></html>"


def _spread(reports: list[TableReport]) -> str:
    """Draw the z of all figures that agree within their error: sound errors give the normal curve."""
    values = [
        one.z for report in reports for one in report.comparisons if one.verdict in AGREEING and one.z is not None
    ]
    title = "Differences between print and recomputation, in standard errors"
    counts = Counter(min(max(floor(z / BIN), -BINS), BINS - 1) for z in values)
    points = [((left + 0.5) * BIN, float(counts[left])) for left in range(-BINS, BINS)]
    chart = Chart("spread", title, "standard errors", "figures", [Series("figures", points, "bars")])
    return _figure(title, chart.svg()) if values else ""


def _figure(title: str, picture: str) -> str:
    return f"<figure><figcaption>{escape(title)}</figcaption>{picture}</figure>"


def _table(report: TableReport) -> Iterator[str]:
    first = report.first
    yield f'<h2 id="{report.name}">{report.name}</h2><p>{escape(first.title)}: {escape(first.what)}.</p>'
    yield from (_figure(title, picture) for title, picture in report.pictures.items())
    yield "<table><tr><th>figure</th><th>verdict</th><th>how</th></tr>"
    for one in report.comparisons:
        why = f"<br>{escape(one.why)}" if one.why else ""
        row, cell = (
            ("" if one.is_explained else ' class="surprise"'),
            (' class="refuted"' if one.verdict == "refuted" else ""),
        )
        where, how = escape(place(one.figure)), escape(describe(one))
        yield f"<tr{row}><td>{where}</td><td{cell}>{one.verdict}</td><td>{how}{why}</td></tr>"
    yield "</table>"
