"""A job: its state, results and history; and its charts and tables as files."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from flask import Response, render_template, request
from pydantic import BaseModel
from sqlalchemy.orm import Session

from api.http.services import connect, reading
from api.jobs.charts import charts_of, work_charts
from api.jobs.citation import job_citation
from api.jobs.documents import EventDocument, JobDocument, SliceDocument, shard_document, slice_document
from api.jobs.load import document_of
from api.jobs.panels import panels_of
from api.notes.page import remarks_on
from api.notes.requests import JOB
from api.pages import live_fragments
from api.pages.blueprint import blueprint
from api.pages.charts import draw_charts, named_chart_file
from api.pages.downloads import documents_file, statements_file
from api.webhooks.documents import WebhookDocument, delivery_document
from engine.kinds.table import MODELS
from findings.results.highlights import cycles_of
from findings.results.job_view import JobView
from store.jobs.current_result import shards_of
from store.models.jobs import Job
from store.queries import jobs as queries
from store.queries.job_attachments import load_attachments

MAX_EVENTS = 20
MAX_SLICES = 20
MAX_SHARDS = 2000
MAX_MESSAGES = 20
MAX_LINES = 10_000
"""Most slices or events in a file; the API pages through all."""

TABLES: dict[str, Callable[[JobView], Iterable[BaseModel]]] = {
    "shards": lambda view: map(shard_document, shards_of(view.session, view.job)),
    "slices": lambda view: _slices(view.session, view.job, MAX_LINES),
    "events": lambda view: map(
        EventDocument.model_validate, queries.events(view.session, view.job, limit=MAX_LINES, order="newest")
    ),
    "tests": lambda view: view.so_far.tests,
}


@blueprint.get("/jobs/<job_id>")
def job(job_id: str) -> str:
    """One job: state, progress, counts, its board, what happened."""
    version = _version(job_id)
    with reading() as session:
        view = JobView.find(session, job_id)
        row, document = view.job, document_of(session, view.job)
        part = live_fragments.show_fragment(_name(job_id), version, lambda: _render(view, document))
        more = load_attachments(session, row, MAX_MESSAGES)
        hooks = list(map(WebhookDocument.of, more.webhooks))
        messages = [delivery_document(*one) for one in more.deliveries]
        remarks = remarks_on(JOB, job_id, session, row, document.tags)
        cycles = _known_cycles(session, row, document)
    around = {"campaign": more.campaign, "webhooks": hooks, "messages": messages, "remarks": remarks, "cycles": cycles}
    return render_template("job.html", job=document, citation=job_citation(document), **around, **part)


@blueprint.get("/live/jobs/<job_id>")
def live_job(job_id: str) -> Response:
    """Send the live part of a job's page; a poll that would say nothing new costs one query."""

    def render() -> str:
        with reading() as session:
            view = JobView.find(session, job_id)
            return _render(view, document_of(session, view.job))

    return live_fragments.poll(_name(job_id), lambda: _version(job_id), render)


def _name(job_id: str) -> str:
    return f"job {job_id} {request.args.get('quantity', '')}"


def _version(job_id: str) -> tuple[object, ...]:
    with connect() as connection:
        return queries.version(connection, job_id)


def _render(view: JobView, document: JobDocument) -> str:
    """Return the live part."""
    return render_template("parts/job.html", **_context(view, document))


@blueprint.get("/jobs/<job_id>/charts/<name>.<any(svg, csv):form>")
def job_chart(job_id: str, name: str, form: str) -> Response:
    """Send a chart as a picture, or the numbers behind it as a table."""
    with reading() as session:
        view = JobView.find(session, job_id)
        done = document_of(session, view.job).progress.estimated_fraction
        charts = [*work_charts(view, done), *charts_of(view)]
    return named_chart_file(charts, name, form)


@blueprint.get("/jobs/<job_id>/counts.csv")
def job_counts(job_id: str) -> Response:
    """Send the counts and estimates, each with its subject."""
    with reading() as session:
        return statements_file(JobView.find(session, job_id).statements)


@blueprint.get("/jobs/<job_id>/<any(shards, slices, events, tests):table>.csv")
def job_table(job_id: str, table: str) -> Response:
    """Send the state of every shard, the latest slices or events, or the tests of a generator."""
    with reading() as session:
        return documents_file(TABLES[table](JobView.find(session, job_id)))


def _context(view: JobView, document: JobDocument) -> dict[str, object]:
    """Return what the template shows: the answer, the panels, and the machinery for operators."""
    session, row, shards = view.session, view.job, view.shards
    recent = queries.events(session, row, limit=MAX_EVENTS, order="newest")
    work = work_charts(view, document.progress.estimated_fraction)
    return {
        "job": document,
        "answer": view.answer(),
        "ended": view.has_ended,
        "took": view.seconds,
        "panels": panels_of(view),
        "charts": draw_charts(charts_of(view)),
        "done_charts": [] if view.has_ended else draw_charts(work[:1]),
        "work_charts": draw_charts(work if view.has_ended else work[1:]),
        "clonable": row.kind in MODELS,
        "certifiable": view.is_certifiable,
        "certificates": view.certificates,
        "failed": queries.faults(shards)[:MAX_EVENTS],
        "shards": [shard_document(shard) for shard in shards[:MAX_SHARDS]],
        "events": [EventDocument.model_validate(event) for event in recent],
        "slices": _slices(session, row, MAX_SLICES),
        "slices_done": sum(shard.seq for shard in shards),
    }


def _known_cycles(session: Session, row: Job, document: JobDocument) -> str | None:
    """Return the number of closed tours of the board of a constructed tour, if the atlas has it."""
    knight = row.specification.get("piece", "knight") == "knight"
    return cycles_of(session, document.board) if row.kind == "construct" and knight and document.board else None


def _slices(session: Session, job: Job, limit: int) -> list[SliceDocument]:
    """Return the newest entries of the job's ledger."""
    return [slice_document(*found) for found in queries.slices(session, job, limit=limit, order="newest")]
