"""What the database holds, as files for other programs: streamed, so that memory does not grow with their length."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing
from typing import IO, Literal

from flask import Blueprint, Response, request
from pydantic import Field
from sqlalchemy.orm import Session
from werkzeug.exceptions import ClientDisconnected

from api.context import services
from api.known_boards import board_named
from api.openapi.operation import Answer, operation
from api.openapi.query import Flag, Query, Whole
from api.problems import Fault, ProblemError, invalid
from api.tours import Name, TourFilters
from engine.errors import InvalidProblemError
from store.db import Database
from store.exports.arrays import MixedBoardsError
from store.exports.counts import DisagreementError, b_file, count_records, family_boards, sequence
from store.exports.formats import ARRAYS, MEDIA, TEXTS
from store.exports.text import tour_records
from store.exports.tour_pages import TourPage, tour_pages
from store.queries.found_tours import TourFilter

blueprint = Blueprint("exports", __name__, url_prefix="/api/v1/exports")
CHUNK_BYTES = 1 << 18
CHUNK_LINES = 1000
MAX_BOARDS = 100
FILE = {"Content-Disposition": "the file's name"}


class TourExportQuery(TourFilters):
    """Which tours, and as what."""

    format: Literal["jsonl", "csv", "npy", "parquet"] = Field(
        default="jsonl", description="arrays hold square numbers from 0; npy takes one board, parquet needs pyarrow"
    )


class CountExportQuery(Query):
    """Which counts, and as what."""

    board: Name | None = None
    quantity: str | None = Field(default=None, min_length=1, max_length=64, examples=["tours"])
    work: Flag = Field(
        default=False, description="also what jobs did: squares entered, walks, attempts, limited counts"
    )
    format: Literal["jsonl", "csv"] = "jsonl"


class SequenceQuery(Query):
    """Which sequence."""

    family: str = Field(min_length=1, max_length=100, examples=["nxn"], description="boards, with n for a number")
    quantity: Literal["tours", "closed", "cycles"] = "tours"
    first: Whole = Field(default=1, ge=1, le=10_000)
    last: Whole = Field(default=20, ge=1, le=10_000, description="the last n to look for")


@blueprint.get("/tours")
@operation(
    "Download tours",
    tag="exports",
    query=TourExportQuery,
    answers={200: Answer("All tours that the filters choose", str, FILE, tuple(MEDIA.values()))},
)
def export_tours(query: TourExportQuery) -> Response:
    """Send text line by line; an array, whose head tells its length, is first written to a temporary file."""
    database, wanted = services().database, query.wanted()
    if request.method == "HEAD":
        return _sent((), query.format)
    if query.format in TEXTS:
        lines = TEXTS[query.format]
        return _sent(
            _streamed(database, lambda session: lines(tour_records(tour_pages(session, wanted)))), query.format
        )
    return _sent(_chunks(_array_file(database, query.format, wanted)), query.format)


@blueprint.get("/counts")
@operation(
    "Download exact counts",
    tag="exports",
    query=CountExportQuery,
    answers={200: Answer("The counts of all finished jobs", str, FILE, tuple(MEDIA[name] for name in TEXTS))},
)
def export_counts(query: CountExportQuery) -> Response:
    """Each count with its method, job, engine and specification, so that it can be cited and repeated."""
    board = None if query.board is None else _label(query.board)
    lines = TEXTS[query.format]
    records = _streamed(
        services().database,
        lambda session: lines(count_records(session, board=board, quantity=query.quantity, work=query.work)),
    )
    return _sent(records, query.format)


@blueprint.get("/sequence")
@operation(
    "Download counts as a b-file of the OEIS",
    tag="exports",
    query=SequenceQuery,
    answers={200: Answer('Lines "n a(n)" up to the first unknown value', str, media=("text/plain",))},
    problems=(409,),
)
def export_sequence(query: SequenceQuery) -> Response:
    """Only jobs that searched every start square count; 409 where two of them disagree."""
    if not query.first <= query.last < query.first + MAX_BOARDS:
        raise invalid([Fault(parameter="last", detail=f"give at most {MAX_BOARDS} numbers, first to last")])
    try:
        boards = family_boards(query.family, query.first, query.last)
    except InvalidProblemError as error:
        raise invalid([Fault(parameter="family", detail=error.message)]) from error
    try:
        with services().database.reading() as session:
            values = sequence(session, boards, query.quantity)
    except DisagreementError as error:
        raise ProblemError(409, "jobs-disagree", "Finished jobs disagree", str(error)) from error
    return Response("".join(b_file(values, query.first)), mimetype="text/plain")


def _label(text: str) -> str:
    try:
        return board_named(text).label
    except InvalidProblemError as error:
        raise invalid([Fault(parameter="board", detail=error.message)]) from error


def _streamed(database: Database, lines: Callable[[Session], Iterator[str]]) -> Iterator[str]:
    """Yield pieces of many lines; the session lives as long as the answer is being sent."""
    with database.reading() as session:
        piece: list[str] = []
        for line in lines(session):
            piece.append(line)
            if len(piece) == CHUNK_LINES:
                yield "".join(piece)
                piece.clear()
        yield "".join(piece)


def _array_file(database: Database, form: str, wanted: TourFilter) -> IO[bytes]:
    """Return a temporary file with the array, rewound; a 422 problem where it cannot be made."""
    with ExitStack() as failed:
        file = failed.enter_context(tempfile.TemporaryFile())
        try:
            with database.reading() as session, closing(tour_pages(session, wanted)) as pages:
                ARRAYS[form](file, _awaited(pages))
        except (ImportError, MixedBoardsError) as error:
            raise invalid([Fault(parameter="format", detail=str(error))]) from error
        file.seek(0)
        failed.pop_all()  # closed when it has been sent
    return file


def _awaited(pages: Iterator[TourPage]) -> Iterator[TourPage]:
    """Pass pages on while somebody waits for the answer, as far as the server can tell (waitress can)."""
    gone = request.environ.get("waitress.client_disconnected", lambda: False)
    for page in pages:
        if gone():
            raise ClientDisconnected
        yield page


def _chunks(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        while piece := file.read(CHUNK_BYTES):
            yield piece


def _sent(pieces: Iterable[str] | Iterable[bytes], form: str) -> Response:
    head = {"Content-Disposition": f'attachment; filename="cavalier.{form}"'}
    return Response(pieces, mimetype=MEDIA[form], headers=head)
