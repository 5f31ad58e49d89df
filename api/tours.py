"""The historical database of tours."""

from __future__ import annotations

from typing import Annotated, Literal

from flask import Blueprint, Response
from pydantic import AwareDatetime, BeforeValidator, Field

from api import etags
from api.context import reading
from api.documents.pages import Page, PageQuery
from api.documents.stored_tour import TourDocument, tour_document, unpack
from api.drawings import drawing
from api.jobs import NOT_MODIFIED, TAGGED
from api.known_boards import board_named
from api.openapi.operation import Answer, operation
from api.openapi.query import Flag, Query, Whole
from api.problems import Fault, invalid, not_found
from drawing.animation import MAX_ANIMATED, animated_tour_svg
from drawing.tour import tour_svg
from engine.boards.board import Board
from engine.boards.squares import parse_square
from engine.errors import InvalidProblemError
from engine.tours.text import directions_text, grid_text, squares_text
from store.jobs.lifecycle import get_job
from store.queries.found_tours import FoundTour, TourFilter, find_tour, find_tours
from store.queries.random_tour import random_tour
from store.tours.stored import class_number

blueprint = Blueprint("tours", __name__, url_prefix="/api/v1")
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
        )

    def named_board(self) -> Board:
        """Return the board; a 422 problem where there is none of this label."""
        try:
            return board_named(self.board or "")
        except InvalidProblemError as error:
            raise invalid([Fault(parameter="board", detail=error.message)]) from error

    def _square(self, parameter: str, text: str | None) -> int | None:
        if text is None:
            return None
        if self.board is None:
            raise invalid([Fault(parameter=parameter, detail="needs a board")])
        try:
            return parse_square(self.named_board(), text)
        except InvalidProblemError as error:
            raise invalid([Fault(parameter=parameter, detail=error.message)]) from error


class ToursQuery(PageQuery, TourFilters):
    """Which tours to list."""


class TextQuery(Query):
    """Which text."""

    form: Literal["squares", "grid", "directions"] = Field(
        default="squares", description="squares in order, the numbered board, or directions (flat boards only)"
    )
    first: Whole = Field(default=1, ge=0, le=1, description="the number of the first square in a grid, 1 or 0")


class DrawingQuery(Query):
    """Which drawing."""

    animated: Flag = Field(default=False, description="a marker walks the tour")


@blueprint.get("/tours")
@operation("Find tours", tag="tours", query=ToursQuery, answers={200: Answer("A page of tours", Page[TourDocument])})
def list_tours(query: ToursQuery) -> Page[TourDocument]:
    """In the order in which they were stored; of one board or job, in the order of their ends."""
    return _page(query, query.wanted())


@blueprint.get("/jobs/<job_id>/tours")
@operation(
    "The tours that a job has stored",
    tag="results",
    query=JobToursQuery,
    answers={200: Answer("A page of tours", Page[TourDocument])},
)
def list_job_tours(job_id: str, query: JobToursQuery) -> Page[TourDocument]:
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
    with reading() as session:
        found = random_tour(session, query.wanted())
    if found is None:
        raise not_found("such tour")
    return tour_document(found)


@blueprint.get("/tours/<tour_id>")
@operation("Show a tour", tag="tours", answers={200: Answer("The tour", TourDocument, TAGGED), 304: NOT_MODIFIED})
def show_tour(tour_id: str) -> Response:
    """Send a tour; it never changes."""
    return etags.tagged(tour_document(_found(tour_id)).model_dump_json())


@blueprint.get("/tours/<tour_id>.json")
@operation(
    "Download a tour as JSON", tag="tours", answers={200: Answer("The tour", TourDocument, TAGGED), 304: NOT_MODIFIED}
)
def download_tour(tour_id: str) -> Response:
    """Send the same document under a file's name."""
    return etags.tagged(tour_document(_found(tour_id)).model_dump_json())


@blueprint.get("/tours/<tour_id>.txt")
@operation(
    "Download a tour as text", tag="tours", query=TextQuery, answers={200: Answer("Text", str, media=("text/plain",))}
)
def tour_text(tour_id: str, query: TextQuery) -> Response:
    """Send one of the forms that are also read back."""
    tour = unpack(_found(tour_id))
    if query.form == "directions":
        text = directions_text(tour.board, tour.piece, tour.squares)
    else:
        grid = query.form == "grid"
        text = grid_text(tour.board, tour.squares, query.first) if grid else squares_text(tour.board, tour.squares)
    return Response(text, mimetype="text/plain")


@blueprint.get("/tours/<tour_id>.svg")
@operation(
    "Download a tour as a drawing",
    tag="tours",
    query=DrawingQuery,
    answers={200: Answer("The drawing", str, media=("image/svg+xml",))},
)
def tour_drawing(tour_id: str, query: DrawingQuery) -> Response:
    """Draw the tour, at rest or being walked."""
    tour = unpack(_found(tour_id))
    if query.animated and tour.board.size > MAX_ANIMATED:
        raise invalid([Fault(parameter="animated", detail=f"only up to {MAX_ANIMATED} squares are animated")])
    draw = animated_tour_svg if query.animated else tour_svg
    return drawing(draw(tour.board, tour.piece, tour.squares, closed=tour.closed))


def _found(tour_id: str) -> FoundTour:
    number = int(tour_id) if tour_id.isascii() and tour_id.isdecimal() and len(tour_id) < 19 else None
    with reading() as session:
        found = None if number is None else find_tour(session, number)
    if found is None:
        raise not_found(f"tour {tour_id!r}")
    return found


def _page(query: PageQuery, wanted: TourFilter) -> Page[TourDocument]:
    with reading() as session:
        rows = find_tours(session, wanted, after=query.cursor or 0, limit=query.limit)
    items = [tour_document(row) for row in rows]
    return Page[TourDocument](items=items, next=query.next_page(rows, rows[-1].tour.id if rows else None))
