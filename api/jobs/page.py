"""A job: where it stands, what it has found, what happened; and its charts and tables as files."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from flask import Response, render_template, request
from pydantic import BaseModel
from sqlalchemy.orm import Session

from api.http.problems import not_found
from api.http.services import connect, reading
from api.http.svg_responses import drawing
from api.jobs import heat_maps
from api.jobs.bar_map_page import has_columns
from api.jobs.charts import charts_of, work_charts
from api.jobs.citation import job_citation
from api.jobs.documents import EventDocument, JobDocument, SliceDocument, shard_document, slice_document
from api.jobs.load import document_of
from api.jobs.move_map import move_map
from api.jobs.path_page import order_drawings, way_drawing
from api.jobs.puzzle_page import given_numbers
from api.notes.page import remarks_on
from api.notes.requests import JOB
from api.pages import live_fragments
from api.pages.blueprint import blueprint, inline
from api.pages.charts import draw_charts, named_chart_file
from api.pages.downloads import csv_file, documents_file, statements_file
from api.submission.form import as_text
from api.tours.documents import tour_document
from api.webhooks.documents import WebhookDocument, delivery_document
from drawing.features import describe_census, describe_extreme
from drawing.step_by_step import MAX_STEPPED
from engine.boards.board import Board
from engine.kinds.common.method import RULE
from engine.kinds.table import MODELS
from engine.specification.result import Result
from findings.results.highlights import cycles_of
from findings.statements.certificate_comparison import with_comparison
from findings.statements.certification import certifiable, certificates_of
from findings.statements.exact_success import with_exact_success
from findings.statements.job_answer import answer_of
from findings.statements.job_statements import statements_of_job
from store.jobs import lifecycle
from store.jobs.current_result import current_result, has_result, problem_of, shards_of
from store.models.jobs import Job
from store.models.states import TERMINAL
from store.queries import jobs as queries
from store.queries.job_attachments import load_attachments
from store.queries.tours import first_tours

RECENT_EVENTS = 20
RECENT_SLICES = 20
MAX_SHARDS = 2000
TOURS = 4
MESSAGES = 20
MAX_LINES = 10_000
"""Most slices or events in a file; the API pages through all."""

TABLES: dict[str, Callable[[Session, Job], Iterable[BaseModel]]] = {
    "shards": lambda session, job: map(shard_document, shards_of(session, job)),
    "slices": lambda session, job: _slices(session, job, MAX_LINES),
    "events": lambda session, job: map(
        EventDocument.model_validate, queries.events(session, job, limit=MAX_LINES, order="newest")
    ),
    "tests": lambda session, job: current_result(session, job).tests,
}


@blueprint.get("/jobs/<job_id>")
def job(job_id: str) -> str:
    """One job: state, progress, counts, its board, what happened."""
    version = _version(job_id)
    with reading() as session:
        row = lifecycle.get_job(session, job_id)
        document = document_of(session, row)
        part = live_fragments.show_fragment(_name(job_id), version, lambda: _render(session, row, document))
        more = load_attachments(session, row, MESSAGES)
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
            row = lifecycle.get_job(session, job_id)
            return _render(session, row, document_of(session, row))

    return live_fragments.poll(_name(job_id), lambda: _version(job_id), render)


def _name(job_id: str) -> str:
    return f"job {job_id} {request.args.get('quantity', '')}"


def _version(job_id: str) -> tuple[object, ...]:
    with connect() as connection:
        return queries.version(connection, job_id)


def _render(session: Session, row: Job, document: JobDocument) -> str:
    """Return the live part."""
    return render_template("parts/job.html", **_job(session, row, document))


@blueprint.get("/jobs/<job_id>/charts/<name>.<any(svg, csv):form>")
def job_chart(job_id: str, name: str, form: str) -> Response:
    """Send a chart as a picture, or the numbers behind it as a table."""
    with reading() as session:
        row = lifecycle.get_job(session, job_id)
        done = document_of(session, row).progress.estimated_fraction
        charts = [*work_charts(session, row, done), *charts_of(session, row, current_result(session, row))]
    return named_chart_file(charts, name, form)


@blueprint.get("/jobs/<job_id>/squares.svg")
def job_heat_map(job_id: str) -> Response:
    """Send the heat map of a quantity."""
    with reading() as session:
        row = lifecycle.get_job(session, job_id)
        board, result = problem_of(row).board, current_result(session, row)
    rows = heat_maps.square_rows(result)
    quantity = heat_maps.choose_quantity(heat_maps.quantities(rows), request.args.get("quantity"))
    if board is None or quantity is None:
        raise not_found("heat map of this job")
    return drawing(
        heat_maps.heat_map(board, rows, quantity, heat_maps.title(board, quantity), _source_squares(row, board))
    )


@blueprint.get("/jobs/<job_id>/squares.csv")
def job_squares(job_id: str) -> Response:
    """Send everything known square by square."""
    with reading() as session:
        row = lifecycle.get_job(session, job_id)
        rows = heat_maps.square_rows(current_result(session, row))
    names = heat_maps.quantities(rows)
    body = [[",".join(map(str, row["square"])), *(row.get(name, "") for name in names)] for row in rows]  # type: ignore[call-overload]  # a square is a list
    return csv_file([["square", *names], *body])


@blueprint.get("/jobs/<job_id>/counts.csv")
def job_counts(job_id: str) -> Response:
    """Send the counts and estimates, each with what it is of."""
    with reading() as session:
        statements = statements_of_job(session, lifecycle.get_job(session, job_id))
    return statements_file(statements)


@blueprint.get("/jobs/<job_id>/<any(shards, slices, events, tests):table>.csv")
def job_table(job_id: str, table: str) -> Response:
    """Send the state of every shard, the latest slices or events, or the tests of a generator."""
    with reading() as session:
        return documents_file(TABLES[table](session, lifecycle.get_job(session, job_id)))


def _job(session: Session, row: Job, document: JobDocument) -> dict[str, object]:
    shards = shards_of(session, row, statistics=not has_result(row))
    so_far = with_exact_success(session, row, current_result(session, row, shards))
    result = with_comparison(session, row, so_far)
    problem = problem_of(row)
    board = problem.board
    recent = queries.events(session, row, limit=RECENT_EVENTS, order="newest")
    ended = row.state in TERMINAL
    work = work_charts(session, row, document.progress.estimated_fraction)
    return {
        "job": document,
        "result": result,
        "answer": answer_of(row, result),
        "failed": queries.faults(shards)[:RECENT_EVENTS],
        "shards": [shard_document(shard) for shard in shards[:MAX_SHARDS]],
        "events": [EventDocument.model_validate(event) for event in recent],
        "slices": _slices(session, row, RECENT_SLICES),
        "charts": draw_charts(charts_of(session, row, result)),
        "done_charts": [] if ended else draw_charts(work[:1]),
        "work_charts": draw_charts(work if ended else work[1:]),
        "tours": [tour_document(found) for found in first_tours(session, row, shards, TOURS)],
        "ended": ended,
        "slices_done": sum(shard.seq for shard in shards),
        "took": None if row.finished_at is None else row.finished_at - (row.started_at or row.created_at),
        "walks": board is None or board.size <= MAX_STEPPED,
        "path": None if board is None else _inline(way_drawing(row.specification, result)),
        "orders": {name: inline(drawn) for name, drawn in order_drawings(board, result).items()},
        "puzzle": bool(given_numbers(row.specification, board, result)),
        "census": describe_census(result.extra.get("census")),
        "moves": _inline(move_map(board, problem.piece, result)),
        "extreme": describe_extreme(result.extra.get("extreme")),
        "exact_form": _exact_form(row, result),
        "clonable": row.kind in MODELS,
        "certifiable": ended and certifiable(row, result),
        "certificates": certificates_of(session, row, result),
        **_squares(row, board, result),
    }


def _known_cycles(session: Session, row: Job, document: JobDocument) -> str | None:
    """Return how many closed tours the board of a constructed tour has, where the atlas knows."""
    knight = row.specification.get("piece", "knight") == "knight"
    return cycles_of(session, document.board) if row.kind == "construct" and knight and document.board else None


def _inline(svg: str | None) -> str | None:
    return None if svg is None else inline(svg)


def _exact_form(row: Job, result: Result) -> dict[str, object] | None:
    """Return the form that asks how often walks by Warnsdorff's rule succeed exactly, where that is not known here."""
    exact = row.specification.get("exact") or "exact_success" in result.extra
    if row.method != RULE or row.kind != "sample" or exact:
        return None
    asked = {"kind": row.kind, "method": row.method, "exact": "true", "tours": row.specification.get("tours", "any")}
    return {"board": as_text(row.specification["board"]), **asked}


def _slices(session: Session, job: Job, limit: int) -> list[SliceDocument]:
    """Return the newest entries of the job's ledger."""
    return [slice_document(*found) for found in queries.slices(session, job, limit=limit, order="newest")]


def _squares(row: Job, board: Board | None, result: Result) -> dict[str, Any]:
    rows = heat_maps.square_rows(result)
    if len(rows) == 1 and result.extra.get("path"):
        rows = []  # two squares were asked about: their way is drawn, and the answer says the rest
    names = heat_maps.quantities(rows)
    quantity = heat_maps.choose_quantity(names, request.args.get("quantity"))
    context = {"quantities": names, "quantity": quantity, "rows": rows, "drawing": None, "picture": False}
    unfinished = row.state not in TERMINAL  # what is alike so far may differ at the next look: the list stays as it is
    context["maps"] = [one for one in names if unfinished or one == quantity or heat_maps.differs(rows, one)]
    context["columns"] = has_columns(board)
    if board is None or quantity is None:
        return context
    if board.size > heat_maps.MAX_INLINE:
        return context | {"picture": True, "rows": rows[: heat_maps.MAX_INLINE]}
    drawn = inline(
        heat_maps.heat_map(board, rows, quantity, heat_maps.title(board, quantity), _source_squares(row, board))
    )
    return context | {"drawing": drawn, "caption": heat_maps.caption(board, rows, quantity)}


def _source_squares(row: Job, board: Board) -> list[int]:
    """Return the square that distances are measured from."""
    ends = [row.specification.get(name) for name in ("from", "to")]
    return [board.index(end) for end in ends if isinstance(end, list)]
