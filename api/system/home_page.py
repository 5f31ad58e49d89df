"""The home page: what runs, who works, what was found lately; and the list of all jobs."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from typing import Any

from flask import Response, render_template, request
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from api.http.services import reading
from api.jobs.load import load_documents
from api.jobs.routes import JobsQuery
from api.openapi.query import parse_query
from api.pages import live_fragments
from api.pages.blueprint import blueprint, inline
from api.pages.downloads import csv_file, statements_file
from drawing.square_values import heat_map_svg
from engine.kinds.methods import described_methods
from engine.kinds.table import KINDS
from findings.results.highlights import cycles_of, record_figures, start_map, tour_of_the_day, tours_of_boards
from findings.results.recent import latest_counts, latest_of_boards
from findings.statements.board_facts import find_contradicted
from store.models.states import JobState
from store.queries import jobs as queries
from store.queries.service_metrics import distrusted_workers
from store.queries.worker_activity import workers_at_work

RUNNING = (JobState.RUNNING, JobState.QUEUED, JobState.PAUSING, JobState.PAUSED)
ENDED = (JobState.SUCCEEDED, JobState.FAILED, JobState.CANCELLED)
MAX_ITEMS = 8
MAX_PICTURES = 7
"""A row of them at 1,280 pixels."""
MAX_COUNTS = 1000
NOTICE = ("verb", "done", "left")
"""Parameters in the address of the list about jobs that were just acted on."""


@blueprint.get("/")
def home() -> str:
    """Show a tour of the day, what can be done here, what runs and what was found."""
    with reading() as session:
        featured = tour_of_the_day(session, datetime.now(UTC).date())
        cycles = None if featured is None else cycles_of(session, featured.board.label)
    shown = live_fragments.show_fragment("home", live_fragments.of_jobs(), _render_home)
    return render_template("home.html", featured=featured, cycles=cycles, start_map=_start_map(), **shown)


@cache
def _start_map() -> Markup | None:
    """Return the chessboard shaded by the number of tours from each square, small."""
    known = start_map()
    if known is None:
        return None
    board, counts = known
    return inline(heat_map_svg(board, counts, "8x8", [""] * board.size, named=False))


@blueprint.get("/live/home")
def live_home() -> Response:
    """Send the live part of the home page."""
    return live_fragments.poll("home", live_fragments.of_jobs, _render_home)


@blueprint.get("/jobs")
def jobs() -> str:
    """All jobs, newest first; the same filters as the API's list."""
    query = _jobs_query()
    shown = live_fragments.show_fragment(_jobs_name(), live_fragments.of_jobs(), lambda: _render_jobs(query))
    return render_template(
        "jobs.html",
        states=list(JobState),
        kinds=list(KINDS),
        methods=list(dict.fromkeys(name for _, name, _ in described_methods())),
        query=query,
        **shown,
    )


@blueprint.get("/jobs.csv")
def jobs_table() -> Response:
    """Send the list of jobs as a table: the same filters, progress included."""
    query = _jobs_query()
    head = ["id", "label", "kind", "method", "board", "state", "outcome", "created_at", "started_at", "finished_at"]
    figures = ["estimated_fraction", "work", "cpu_seconds", "tours"]
    rows = [job.model_dump(mode="json") for job in _jobs(query)["jobs"]]
    body = [[*(row[name] for name in head), *(row["progress"][name] for name in figures)] for row in rows]
    return csv_file([[*head, *figures[:-1], "tours_stored"], *body])


@blueprint.get("/tables/counts.csv")
def counts_table() -> Response:
    """Send the exact counts lately found."""
    with reading() as session:
        found = latest_counts(session, MAX_COUNTS)
    return statements_file(found)


@blueprint.get("/live/jobs")
def live_jobs() -> Response:
    """Send the live part of the list of jobs."""
    query = _jobs_query()
    return live_fragments.poll(_jobs_name(), live_fragments.of_jobs, lambda: _render_jobs(query))


def _jobs_query() -> JobsQuery:
    """Return the filters of the address; fields that a form left empty do not restrict."""
    given = [(name, value) for name, value in request.args.items(multi=True) if value and name not in NOTICE]
    return parse_query(JobsQuery, MultiDict(given))


def _jobs_name() -> str:
    return f"jobs?{request.query_string.decode()}"


def _render_home() -> str:
    return render_template("parts/home.html", **_home())


def _render_jobs(query: JobsQuery) -> str:
    return render_template("parts/jobs.html", **_jobs(query))


def _home() -> dict[str, object]:
    with reading() as session:
        running, ended = (
            queries.find_jobs(session, queries.JobFilter(states), before=None, limit=MAX_ITEMS)
            for states in (RUNNING, ENDED)
        )
        documents = load_documents(session, [*running, *ended])
        return {
            "running": documents[: len(running)],
            "ended": documents[len(running) :],
            "workers": workers_at_work(session),
            "distrusted": distrusted_workers(session)[:MAX_ITEMS],
            "contradicted": find_contradicted(session)[:MAX_ITEMS],
            "counts": latest_of_boards(session, MAX_ITEMS),
            "tours": tours_of_boards(session, MAX_PICTURES),
            "record": record_figures(session),
        }


def _jobs(query: JobsQuery) -> dict[str, Any]:
    with reading() as session:
        rows = queries.find_jobs(session, query.to_filter(), before=query.cursor, limit=query.limit)
        items = load_documents(session, rows)
    return {
        "selectable": True,
        "jobs": items,
        "filters": request.query_string.decode(),
        "next": query.next_page(rows),
    }
