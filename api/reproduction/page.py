"""The published documents: each printed figure beside ours, with its picture, its jobs, and buttons that run them."""

from __future__ import annotations

from flask import Response, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from api.http.problems import not_found
from api.http.services import reading_replica
from api.http.svg_responses import drawing
from api.pages.blueprint import blueprint, inline
from api.pages.downloads import csv_file
from api.reproduction.documents import source_page_document, table_document
from api.reproduction.routes import source_heads, source_named
from api.submission.page import submit_specification
from drawing.charts import with_rules
from reproduction.registry import choose_figures
from reproduction.sources import SourceJob, SourceTable, source_tables

OPEN, OPEN_ALONE = 12, 50
"""Most figures of a table shown unfolded: in a document, and on a page of its own."""

MAX_WHOLE = 25
"""Figures of a document that are shown on one page."""

MAX_LISTED = 2
"""Jobs of a table that are listed; more are folded."""


@blueprint.get("/sources")
def sources() -> str:
    """List the documents."""
    return render_template("sources.html", sources=source_heads())


@blueprint.get("/sources/<name>")
def source(name: str) -> str:
    """Show the printed figures of a document beside ours; for a long document, its tables, each with its own page."""
    found = source_named(name)
    with reading_replica() as session:
        tables = source_tables(session, name)
        document = source_page_document(found, tables)
    whole = document.figures <= MAX_WHOLE
    drawn = {table.name: _draw_pictures(table) for table in tables} if whole else {}
    shown = {"source": document, "whole": whole, "pictures": drawn, "open": OPEN, "most_listed": MAX_LISTED}
    return render_template("source.html", **shown)


@blueprint.get("/sources/<name>/<table>")
def source_page(name: str, table: str) -> str:
    """One table of a document, with links to those before and after it."""
    found, shown = source_named(name), _table(name, table)
    names = list(choose_figures(name, None))
    place = names.index(table)
    return render_template(
        "source_page.html",
        source=found,
        table=table_document(found, shown),
        pictures=_draw_pictures(shown),
        number=place + 1,
        tables=len(names),
        before=names[place - 1] if place else None,
        after=names[place + 1] if place + 1 < len(names) else None,
        open=OPEN_ALONE,
        most_listed=MAX_LISTED,
    )


def _draw_pictures(table: SourceTable) -> list[tuple[str, Markup]]:
    return [(title, inline(svg)) for title, svg in table.pictures.items()]


@blueprint.get("/sources/<name>/<table>/<int:number>.svg")
def source_picture(name: str, table: str, number: int) -> Response:
    """Send a picture of a table."""
    pictures = list(_table(name, table).pictures.values())
    if number >= len(pictures):
        raise not_found(f"picture {number} of table {table!r}")
    return drawing(with_rules(pictures[number]))


@blueprint.get("/sources/<name>/<table>.csv")
def source_table(name: str, table: str) -> Response:
    """Send the figures of a table, printed and recomputed."""
    head = ["key", "printed", "printed_error", "verdict", "computed", "computed_error", "method", "z", "right", "why"]
    rows = []
    for one in _table(name, table).comparisons:
        figure, ours = one.figure, one.computed
        computed = [ours.value, ours.error, ours.method] if ours else [None, None, None]
        rows.append([figure.key, figure.value, figure.error, one.verdict, *computed, one.z, figure.right, one.why])
    return csv_file([head, *rows])


@blueprint.post("/sources/<name>/<table>")
def run_source(name: str, table: str) -> AnyResponse:
    """Submit one job of a table (`job`) or all its jobs, as a quick or a full run (`form`)."""
    full, known_job = request.form.get("form") == "full", request.form.get("job")
    jobs = [one for one in _table(name, table).jobs if known_job in (None, one.name)]
    if not jobs:
        raise not_found(f"table {table!r} with a job {known_job!r}")
    ids = [_submit(one, full=full) for one in jobs]
    if len(ids) == 1:
        return redirect(url_for("dashboard.job", job_id=ids[0]), 303)
    return redirect(url_for("dashboard.source_page", name=name, table=table), 303)


def _submit(job: SourceJob, *, full: bool) -> str:
    specification = job.specification if full else job.shortest
    return submit_specification({**specification, "label": f"reproduce: {job.name}"}, reuse=True)


def _table(name: str, table: str) -> SourceTable:
    source_named(name)
    with reading_replica() as session:
        found = source_tables(session, name, table)
    if not found:
        raise not_found(f"table {table!r} of source {name!r}")
    return found[0]
