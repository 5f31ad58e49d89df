"""The results of a job, whole or by parts, final or so far; and its history."""

from __future__ import annotations

from collections.abc import Callable
from itertools import starmap
from operator import attrgetter
from typing import Any, Literal

from flask import Blueprint, Response
from pydantic import BaseModel, Field
from sqlalchemy.orm import Session

from api.http import etags
from api.http.services import connect, reading
from api.jobs.documents import (
    EventDocument,
    ShardDocument,
    SliceDocument,
    shard_document,
    slice_document,
)
from api.jobs.result_documents import (
    EstimatesDocument,
    PartDocument,
    ResultDocument,
    RoundEstimate,
)
from api.listing.pagination import LINKED, Page, PageQuery
from api.listing.tables import FILE, FORMS, TableQuery, sent_table
from api.openapi.endpoint import Answer, Reply, operation
from api.openapi.query import Query
from api.openapi.responses import NOT_MODIFIED, TAGGED
from engine.specification.result import DepthStatistics, EndStatistics, Estimate, SquareStatistics
from findings.results.chart_data import estimate_history
from findings.results.result_document import result_document
from store.database.db import session_on
from store.jobs.current_result import current_result
from store.jobs.lifecycle import get_job
from store.jobs.shard_totals import NO_SHARDS, sums_of
from store.models.jobs import Job
from store.models.states import TERMINAL
from store.queries import jobs as queries

blueprint = Blueprint("results", __name__, url_prefix="/api/v1/jobs/<job_id>")


class ResultQuery(Query):
    """In which form to send a result."""

    squares: Literal["names", "coordinates"] = Field(
        default="names", description="how the sentence `answer` calls squares: a1 where they have names, or 1,1"
    )


class HistoryQuery(PageQuery):
    """How to list what happened."""

    sort: queries.Order = "oldest"


def _answers(content: object) -> dict[int, Answer]:
    return {200: Answer("The part, so far or final", content, TAGGED), 304: NOT_MODIFIED}


def _list_responses(content: object) -> dict[int, Answer]:
    return {200: Answer("The part, so far or final", content, TAGGED | FILE, FORMS), 304: NOT_MODIFIED}


@blueprint.get("/result")
@operation("The result, or the result so far", tag="results", query=ResultQuery, answers=_answers(ResultDocument))
def show_result(job_id: str, query: ResultQuery) -> Reply:
    """Send what is merged from the shards in index order."""
    return _versioned_response(
        job_id,
        f"result by {query.squares}",
        lambda session, job: result_document(session, job, named=query.squares == "names"),
    )


@blueprint.get("/squares")
@operation(
    "Counts by start square", tag="results", query=TableQuery, answers=_list_responses(PartDocument[SquareStatistics])
)
def show_squares(job_id: str, query: TableQuery) -> Reply:
    """Send the part `squares` of the result."""
    return _part(job_id, "squares", query, SquareStatistics)


@blueprint.get("/ends")
@operation(
    "Counts by pair of end squares",
    tag="results",
    query=TableQuery,
    answers=_list_responses(PartDocument[EndStatistics]),
)
def show_ends(job_id: str, query: TableQuery) -> Reply:
    """Send the part `ends` of the result."""
    return _part(job_id, "ends", query, EndStatistics)


@blueprint.get("/depths")
@operation(
    "Statistics by depth of the search tree",
    tag="results",
    query=TableQuery,
    answers=_list_responses(PartDocument[DepthStatistics]),
)
def show_depths(job_id: str, query: TableQuery) -> Reply:
    """Send the part `depths` of the result."""
    return _part(job_id, "depths", query, DepthStatistics)


@blueprint.get("/estimates")
@operation(
    "Estimates, and how they stood after each round",
    tag="results",
    query=TableQuery,
    answers=_list_responses(EstimatesDocument),
)
def show_estimates(job_id: str, query: TableQuery) -> Reply:
    """Send the part `estimates` of the result with its history; as a table, the current estimates."""
    if query.format != "json":
        return _part(job_id, "estimates", query, Estimate)
    return _versioned_response(job_id, "estimates", _estimates)


@blueprint.get("/shards")
@operation(
    "The independent parts of a job",
    tag="progress",
    query=PageQuery,
    answers={200: Answer("A page of shards", Page[ShardDocument], LINKED, FORMS), 304: NOT_MODIFIED},
)
def list_shards(job_id: str, query: PageQuery) -> Response:
    """One page, in index order."""
    with reading() as session:
        job = get_job(session, job_id)
        rows = queries.shards(session, job, cursor=query.cursor, limit=query.limit)
        total = query.total(lambda: sums_of(session, [job.id]).get(job.id, NO_SHARDS).shards)
    following = query.next_page(rows, attrgetter("number"))
    return query.answer(Page[ShardDocument], map(shard_document, rows), following, total)


@blueprint.get("/events")
@operation(
    "What happened to a job",
    tag="progress",
    query=HistoryQuery,
    answers={200: Answer("A page of events", Page[EventDocument], LINKED, FORMS), 304: NOT_MODIFIED},
)
def list_events(job_id: str, query: HistoryQuery) -> Response:
    """One page of the history."""
    with reading() as session:
        job = get_job(session, job_id)
        rows = queries.events(session, job, cursor=query.cursor, limit=query.limit, order=query.sort)
        total = query.total(lambda: queries.count_events(session, job))
    return query.answer(Page[EventDocument], map(EventDocument.model_validate, rows), query.next_page(rows), total)


@blueprint.get("/slices")
@operation(
    "The ledger of committed work",
    tag="progress",
    query=HistoryQuery,
    answers={200: Answer("A page of slices", Page[SliceDocument], LINKED, FORMS), 304: NOT_MODIFIED},
)
def list_slices(job_id: str, query: HistoryQuery) -> Response:
    """One page of the ledger."""
    with reading() as session:
        job = get_job(session, job_id)
        rows = queries.slices(session, job, cursor=query.cursor, limit=query.limit, order=query.sort)
        total = query.total(lambda: queries.count_slices(session, job))
    following = query.next_page(rows, lambda row: int(row[0].id))
    return query.answer(Page[SliceDocument], starmap(slice_document, rows), following, total)


def _versioned_response(job_id: str, part: str, load: Callable[[Session, Job], Any]) -> Reply:
    """Answer with what `load` makes of the job, or 304 if the job has not changed since the caller's copy."""
    with connect() as connection:
        tag = etags.entity_tag((part, job_id, *queries.version(connection, job_id)))
        if (same := etags.not_modified(tag)) is not None:
            return same
        with session_on(connection) as session:
            return load(session, get_job(session, job_id)), 200, etags.headers(tag)


def _part(job_id: str, part: str, query: TableQuery, kind: type[BaseModel]) -> Reply:
    """Answer with one part of the job's result, whose entries are of this kind."""
    if query.format != "json":
        with reading() as session:
            items = getattr(current_result(session, get_job(session, job_id)), part)
        return sent_table(kind, items, query.format)

    def load(session: Session, job: Job) -> PartDocument[Any]:
        return PartDocument(final=_final(job), items=getattr(current_result(session, job), part))

    return _versioned_response(job_id, part, load)


def _final(job: Job) -> bool:
    return job.state in TERMINAL


def _estimates(session: Session, job: Job) -> EstimatesDocument:
    history = [
        RoundEstimate.model_validate(row, from_attributes=True).model_copy(update={"square": row.extra.get("square")})
        for row in estimate_history(session, job)
    ]
    return EstimatesDocument(final=_final(job), items=current_result(session, job).estimates, history=history)
