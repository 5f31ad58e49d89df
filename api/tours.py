"""The historical database of tours."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, TypeVar

from flask import Blueprint, Response
from pydantic import AwareDatetime, BeforeValidator, Field
from sqlalchemy.orm import Session

from api.context import reading, reading_replica
from api.documents.pages import LINKED, Page, PageQuery
from api.documents.stored_tour import TourDocument, tour_document
from api.jobs import NOT_MODIFIED
from api.known_boards import board_named
from api.openapi.operation import Answer, operation
from api.openapi.query import Flag, Query, Whole
from api.problems import Fault, invalid, not_found
from engine.boards.board import Board
from engine.boards.squares import parse_square
from engine.errors import InvalidProblemError
from engine.tours.content import Content, parse_fragments, parse_places, symmetries_of_type
from store.jobs.lifecycle import get_job
from store.queries.content_search import search
from store.queries.facets import tours_by_board
from store.queries.found_tours import FoundTour, TourFilter, find_tours
from store.queries.random_tour import random_tour
from store.tours.stored import class_number

blueprint = Blueprint("tours", __name__, url_prefix="/api/v1")
Read = TypeVar("Read")
Squares = Annotated[str, Field(min_length=1, max_length=10_000)]
Square = Annotated[str, Field(min_length=1, max_length=100, examples=["a1", "1,1"])]
Name = Annotated[str, Field(min_length=1, max_length=1100)]


def _written_out(value: object) -> object:
    """Refuse a plain number, which pydantic would take for seconds since 1970."""
    if isinstance(value, str) and "T" not in value.upper():
        raise ValueError("a date and time with its offset, such as 2026-01-31T12:00:00Z")
    return value


Moment = Annotated[AwareDatetime, BeforeValidator(_written_out)]


class JobToursQuery(PageQuery):
    """Which of a job's tours to list."""

    closed: Flag | None = Field(default=None, description="true: only closed tours, false: only open ones")


class TourFilters(Query):
    """Which tours: everything that a list or a count of them can be asked for."""

    closed: Flag | None = Field(default=None, description="true: only closed tours, false: only open ones")
    board: Name | None = None
    piece: str | None = Field(default=None, pattern=r"^[0-9]{1,4}(,[0-9]{1,4}){1,9}$", examples=["1,2"])
    start: Square | None = Field(default=None, description="first square, a1 or 1,1; needs a board")
    end: Square | None = Field(default=None, description="last square, a1 or 1,1; needs a board")
    symmetry: Whole | None = Field(default=None, ge=1, le=10_000, description="symmetries that fix the tour")
    class_: str | None = Field(default=None, alias="class", pattern="^[0-9a-f]{16}$", description="symmetry class")
    job: str | None = Field(default=None, min_length=1, max_length=32)
    since: Moment | None = Field(default=None, description="stored then or later")
    until: Moment | None = Field(default=None, description="stored before")
    contains: Squares | None = Field(
        default=None,
        examples=["a1-b3,b3-c5", "1,1-2,3;2,3-3,5"],
        description="moves or longer fragments, in the direction of the walk; needs a board",
    )
    at: Squares | None = Field(
        default=None,
        examples=["5:c4", "1:1,1;5:2,3"],
        description="numbers on squares, the first square being 1; needs a board",
    )
    symmetry_type: str | None = Field(
        default=None,
        min_length=1,
        max_length=100,
        examples=["rotation180"],
        description="which symmetries fix the tour: none, rotation90, rotation180, mirror-rows, mirror-columns, "
        "mirror-diagonal, mirror-antidiagonal or several joined by +; off the plane order2 and so on",
    )

    def wanted(self) -> TourFilter:
        """Return the filter for the store; a 422 problem where a square is not one of the board's."""
        return TourFilter(
            board=None if self.board is None else self.named_board().label,
            piece=self.piece,
            closed=self.closed,
            start=self._square("start", self.start),
            end=self._square("end", self.end),
            symmetry=self.symmetry,
            class_key=None if self.class_ is None else class_number(self.class_),
            job=self.job,
            since=None if self.since is None else self.since.timestamp(),
            until=None if self.until is None else self.until.timestamp(),
            content=self._content(),
        )

    def named_board(self) -> Board:
        """Return the board; a 422 problem where there is none of this label."""
        try:
            return board_named(self.board or "")
        except InvalidProblemError as error:
            raise invalid([Fault(parameter="board", detail=error.message)]) from error

    def _square(self, parameter: str, text: str | None) -> int | None:
        return None if text is None else self._on_board(parameter, text, parse_square)

    def _content(self) -> Content:
        return Content(
            fragments=() if self.contains is None else self._on_board("contains", self.contains, parse_fragments),
            places=() if self.at is None else self._on_board("at", self.at, parse_places),
            symmetry_type=self.symmetry_type and self._type(self.symmetry_type),
        )

    def _on_board(self, parameter: str, text: str, read: Callable[[Board, str], Read]) -> Read:
        if self.board is None:
            raise invalid([Fault(parameter=parameter, detail="needs a board")])
        board = self.named_board()
        try:
            return read(board, text)
        except InvalidProblemError as error:
            raise invalid([Fault(parameter=parameter, detail=error.message)]) from error

    def _type(self, name: str) -> str:
        try:
            symmetries_of_type(name)
        except InvalidProblemError as error:
            raise invalid([Fault(parameter="symmetry_type", detail=error.message)]) from error
        return name


class ToursQuery(PageQuery, TourFilters):
    """Which tours to list."""


PAGE = {200: Answer("A page of tours", Page[TourDocument], LINKED), 304: NOT_MODIFIED}


@blueprint.get("/tours")
@operation("Find tours", tag="tours", query=ToursQuery, answers=PAGE)
def list_tours(query: ToursQuery) -> Response:
    """In the order in which they were stored; of one board or job, in the order of their ends."""
    return _page(query, query.wanted())


@blueprint.get("/jobs/<job_id>/tours")
@operation(
    "The tours that a job has stored",
    tag="results",
    query=JobToursQuery,
    answers=PAGE,
)
def list_job_tours(job_id: str, query: JobToursQuery) -> Response:
    """Shard by shard in the order of their ends, as far as they are committed; of a limited search as found."""
    with reading() as session:
        get_job(session, job_id)
    return _page(query, TourFilter(job=job_id, closed=query.closed))


@blueprint.get("/tours/random")
@operation(
    "Show a stored tour drawn by lot",
    tag="tours",
    query=TourFilters,
    answers={200: Answer("The tour", TourDocument)},
    problems=(404,),
)
def show_random_tour(query: TourFilters) -> TourDocument:
    """Send one of the tours that the filters choose, each as likely as any other; 404 where there are none."""
    wanted = query.wanted()
    if wanted.content:
        given = next(name for name in ("contains", "at", "symmetry_type") if getattr(query, name))
        raise invalid([Fault(parameter=given, detail="no lot is drawn among tours that have to be looked through")])
    with reading_replica(query.job) as session:
        found = random_tour(session, wanted)
    if found is None:
        raise not_found("such tour")
    return tour_document(found)


def find_page(session: Session, query: PageQuery, wanted: TourFilter) -> tuple[list[FoundTour], str | None]:
    """Return the tours of a page and the address of the next one."""
    if wanted.content:
        searched = search(session, wanted, after=query.cursor or 0, limit=query.limit)
        return searched.tours, None if searched.last is None else query.page_after(searched.last)
    rows = find_tours(session, wanted, after=query.cursor or 0, limit=query.limit)
    return rows, query.next_page(rows, rows[-1].tour.id if rows else None)


def _page(query: PageQuery, wanted: TourFilter) -> Response:
    if wanted.content and query.count:
        raise invalid([Fault(parameter="count", detail="/tours/counts counts tours by content, so far it gets")])
    with reading_replica(wanted.job) as session:
        rows, following = find_page(session, query, wanted)
        total = query.total(lambda: sum(tours_by_board(session, wanted).values()))
    items = [tour_document(row) for row in rows]
    return query.answer(Page[TourDocument](items=items, next=following, total=total))
