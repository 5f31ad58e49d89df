"""What the database holds, as files for other programs: streamed, so that memory does not grow with their length."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from itertools import islice
from typing import Literal

from flask import Blueprint, Response, request
from pydantic import Field
from sqlalchemy.orm import Session

from api.http.board_lookup import board_named
from api.http.export_headers import DESCRIBED, origin_headers
from api.http.problems import Fault, ProblemError, invalid
from api.http.services import reading_replica, services
from api.openapi.endpoint import Answer, operation
from api.openapi.query import Query
from api.tours.routes import TourFilters
from engine.errors import InvalidProblemError
from findings.exports.counts import (
    DisagreementError,
    add_comments,
    b_file,
    count_records,
    family_boards,
    known_terms,
    number_of_counts,
    sequence,
)
from findings.exports.formats import COUNTS, RECORDS, TOURS, MixedBoardsError, count_file, tour_file
from findings.exports.provenance import Origin, Tally, origin
from findings.exports.quantities import SequenceQuantity
from phrasing.texts import Flag, Whole
from phrasing.tour_filters import Name
from store.queries.facets import tours_by_board

blueprint = Blueprint("exports", __name__, url_prefix="/api/v1/exports")
CHUNK_LINES = 1000
MAX_BOARDS = 200
RETRY_SECONDS = 10
FILE = {"Content-Disposition": "the file's name"} | DESCRIBED
Made = tuple[int | None, Iterable[str] | Iterable[bytes]]
"""The number of records, where it is known already, and the file piece by piece."""


class TourExportQuery(TourFilters):
    """Which tours, and in which format."""

    format: Literal["jsonl", "csv", "npy", "parquet"] = Field(
        default="jsonl", description="arrays hold square numbers from 0; npy takes one board"
    )
    classes: Flag = Field(default=False, description="parquet: also the keys of classes, 8 bytes a tour")


class CountExportQuery(Query):
    """Which counts, and in which format."""

    board: Name | None = None
    quantity: str | None = Field(default=None, min_length=1, max_length=64, examples=["tours"])
    work: Flag = Field(
        default=False, description="also what jobs did: squares entered, walks, attempts, limited counts"
    )
    format: Literal["jsonl", "csv", "parquet"] = Field(default="jsonl")


class SequenceQuery(Query):
    """Which sequence."""

    family: str = Field(min_length=1, max_length=100, examples=["nxn"], description="boards, with n for a number")
    quantity: SequenceQuantity = Field(
        default="tours", description="tours, closed and open are directed, the others are not"
    )
    first: Whole = Field(default=1, ge=1, le=10_000)
    last: Whole = Field(default=20, ge=1, le=10_000, description="the last n to look for")


@blueprint.get("/tours")
@operation(
    "Download tours",
    tag="exports",
    query=TourExportQuery,
    answers={200: Answer("All tours that the filters choose", str, FILE, tuple(TOURS.values()))},
    problems=(503,),
)
def export_tours(query: TourExportQuery) -> Response:
    """Send all tours that the filters choose, in the order of their list."""
    tour_filter, form, made = query.to_filter(), query.format, _origin("tours", query)

    def open_file(session: Session) -> Made:
        rows = None if tour_filter.beyond_runs else sum(tours_by_board(session, tour_filter).values())
        tally = Tally(made, digested=form == "parquet")
        return rows, tour_file(session, tour_filter, form, classes=query.classes, tally=tally)

    try:
        return stream_file(open_file, form, made, query.job)
    except MixedBoardsError as error:
        raise invalid([Fault(parameter="format", detail=str(error))]) from error


@blueprint.get("/counts")
@operation(
    "Download exact counts",
    tag="exports",
    query=CountExportQuery,
    answers={200: Answer("The counts of all finished jobs", str, FILE, tuple(TOURS[name] for name in COUNTS))},
    problems=(503,),
)
def export_counts(query: CountExportQuery) -> Response:
    """Each count with its method, job, engine and specification, so that it can be cited and repeated."""
    board, made = None if query.board is None else _label(query.board), _origin("counts", query)

    def open_file(session: Session) -> Made:
        records = count_records(session, board=board, quantity=query.quantity, work=query.work)
        rows = number_of_counts(session, board=board, quantity=query.quantity, work=query.work)
        if query.format == "parquet":
            return rows, count_file(records, query.format, replace(made, rows=rows).facts)
        return rows, in_chunks(RECORDS[query.format](records))

    return stream_file(open_file, query.format, made)


@blueprint.get("/sequence")
@operation(
    "Download counts as a b-file of the OEIS",
    tag="exports",
    query=SequenceQuery,
    answers={200: Answer('Lines "n a(n)" up to the first unknown value', str, media=("text/plain",))},
    problems=(409,),
)
def export_sequence(query: SequenceQuery) -> Response:
    """Use only jobs that searched every start square; 409 if two of them disagree. Comments state the origin."""
    return Response(
        add_comments(b_file(leading_terms(query), query.first), _origin("sequence", query)), mimetype="text/plain"
    )


def leading_terms(query: SequenceQuery) -> list[int]:
    """Return the terms of a sequence up to the first unknown one."""
    if not query.first <= query.last < query.first + MAX_BOARDS:
        raise invalid([Fault(parameter="last", detail=f"give at most {MAX_BOARDS} numbers, first to last")])
    try:
        boards = family_boards(query.family, query.first, query.last)
    except InvalidProblemError as error:
        raise invalid([Fault(parameter="family", detail=error.message)]) from error
    try:
        with reading_replica() as session:
            return known_terms(sequence(session, boards, query.quantity))
    except DisagreementError as error:
        raise ProblemError(409, "jobs-disagree", "Finished jobs disagree", str(error)) from error


def in_chunks(lines: Iterator[str]) -> Iterator[str]:
    """Return lines many at a time, as they are sent."""
    return iter(lambda: "".join(islice(lines, CHUNK_LINES)), "")


def _label(text: str) -> str:
    try:
        return board_named(text).label
    except InvalidProblemError as error:
        raise invalid([Fault(parameter="board", detail=error.message)]) from error


def _origin(what: str, query: Query) -> Origin:
    return origin(what, query.model_dump(mode="json", by_alias=True, exclude_defaults=True))


def stream_file(opened: Callable[[Session], Made], form: str, made: Origin, of: str | None = None) -> Response:
    """Send a file while it is made, a few files at a time; if the client leaves, making it ends with the current piece.

    of: the only job or campaign whose results it contains, as in `reading_replica`. Session and place are released when
    the answer has been sent or abandoned. HEAD reads nothing.
    """
    head = {"Content-Disposition": f'attachment; filename="cavalier.{form}"'}
    if request.method == "HEAD":
        return Response((), mimetype=TOURS[form], headers=head | origin_headers(made))
    with ExitStack() as stack:
        if not services().exports.acquire(blocking=False):
            detail = f"as many exports as this service makes at a time are under way: ask again in {RETRY_SECONDS} s"
            busy = {"Retry-After": str(RETRY_SECONDS)}
            raise ProblemError(503, "exports-busy", "Too many exports at a time", detail, headers=busy)
        stack.callback(services().exports.release)
        rows, pieces = opened(stack.enter_context(reading_replica(of)))
        head |= origin_headers(replace(made, rows=rows))
        response = Response(pieces, mimetype=TOURS[form], headers=head)
        response.call_on_close(stack.pop_all().close)
    return response
