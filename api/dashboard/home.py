"""The home page: what runs, who works, what was found lately; and the list of all jobs."""

from __future__ import annotations

from typing import Any

from flask import Response, render_template, request

from api.context import reading
from api.dashboard.blueprint import blueprint, fragment
from api.documents.jobs import JobDocument, job_document
from api.jobs import JobsQuery
from api.openapi.query import parse_query
from store.models.jobs import Job
from store.queries import jobs as queries
from store.queries.activity import workers_at_work
from store.queries.discoveries import latest_counts, latest_tours
from store.states import JobState

RUNNING = (JobState.RUNNING, JobState.QUEUED, JobState.PAUSING, JobState.PAUSED)
ENDED = (JobState.SUCCEEDED, JobState.FAILED, JobState.CANCELLED)
SHOWN = 8


@blueprint.get("/")
def home() -> str:
    """Show what a visitor wants to know first."""
    return render_template("home.html", **_home())


@blueprint.get("/live/home")
def live_home() -> Response:
    """Send the live part of the home page."""
    return fragment("parts/home.html", _home())


@blueprint.get("/jobs")
def jobs() -> str:
    """All jobs, newest first; the same filters as the API's list."""
    query = parse_query(JobsQuery, request.args)
    return render_template("jobs.html", states=list(JobState), **_jobs(query))


@blueprint.get("/live/jobs")
def live_jobs() -> Response:
    """Send the live part of the list of jobs."""
    return fragment("parts/jobs.html", _jobs(parse_query(JobsQuery, request.args)))


def _home() -> dict[str, Any]:
    with reading() as session:
        found = [
            queries.find_jobs(session, queries.JobFilter(states), before=None, limit=SHOWN)
            for states in (RUNNING, ENDED)
        ]
        progress = queries.progress_of(session, [job for jobs in found for job in jobs])
        running, ended = ([_document(job, progress) for job in jobs] for jobs in found)
        return {
            "running": running,
            "ended": ended,
            "workers": workers_at_work(session),
            "counts": latest_counts(session, SHOWN),
            "tours": latest_tours(session, SHOWN),
        }


def _jobs(query: JobsQuery) -> dict[str, Any]:
    with reading() as session:
        rows = queries.find_jobs(session, query.wanted(), before=query.position(), limit=query.limit)
        progress = queries.progress_of(session, rows)
        items = [_document(row, progress) for row in rows]
    return {"jobs": items, "query": query, "next": query.next_page(rows, rows[-1].id if rows else None)}


def _document(job: Job, progress: dict[int, queries.Progress]) -> JobDocument:
    return job_document(job, job.board.label if job.board else None, progress[job.id])
