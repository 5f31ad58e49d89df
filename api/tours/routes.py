"""The historical database of tours."""

from __future__ import annotations

from operator import attrgetter

from flask import Blueprint, Response
from pydantic import Field
from sqlalchemy.orm import Session

from api.http.board_lookup import board_named
from api.http.problems import Fault, invalid, not_found
from api.http.services import reading, reading_replica
from api.listing.pagination import LINKED, Page, PageQuery
from api.listing.tables import FORMS
from api.openapi.endpoint import Answer, operation
from api.openapi.query import Query
from api.openapi.responses import NOT_MODIFIED
from api.tours.documents import TourDocument, tour_document
from engine.boards.board import Board
from engine.errors import InvalidProblemError
from engine.features.filters import Order, parse_order
from phrasing.texts import Flag
from phrasing.tour_filters import TourQuestion
from store.jobs.lifecycle import get_job
from store.queries.content_search import search
from store.queries.facets import tours_by_board
from store.queries.parse_tour_filter import parse_tour_filter
from store.queries.random_tour import random_tour
from store.queries.sorted_tours import sorted_tours
from store.queries.tours import FoundTour, TourFilter, find_tours

blueprint = Blueprint("tours", __name__, url_prefix="/api/v1")


class JobToursQuery(PageQuery):
    """Which of a job's tours to list."""

    closed: Flag | None = Field(default=None, description="true: only closed tours, false: only open ones")


class TourFilters(Query, TourQuestion):
    """Which tours: everything that a list or a count of them can be asked for."""

    def to_filter(self) -> TourFilter:
        """Return the filter for the store; a 422 problem that names the parameter which makes no sense."""
        try:
            return parse_tour_filter(self, board_named)
        except InvalidProblemError as error:
            raise invalid([Fault(parameter=error.pointer[1:], detail=error.message)]) from error

    def named_board(self) -> Board:
        """Return the board; a 422 problem where there is none of this label."""
        try:
            return board_named(self.board or "")
        except InvalidProblemError as error:
            raise invalid([Fault(parameter="board", detail=error.message)]) from error


class ToursQuery(PageQuery, TourFilters):
    """Which tours to list, and in which order."""

    sort: str | None = Field(
        default=None,
        pattern="^-?[a-z_0-9]+$",
        examples=["crossings", "-straight_run"],
        description="a statistic: those with its least value first, or with - before it the greatest; needs a board",
    )

    def order(self) -> Order | None:
        """Return the order that is asked for, if any; a 422 problem where there is no such statistic."""
        try:
            return None if self.sort is None else parse_order(self.sort)
        except InvalidProblemError as error:
            raise invalid([Fault(parameter="sort", detail=error.message)]) from error


PAGE = {200: Answer("A page of tours", Page[TourDocument], LINKED, FORMS), 304: NOT_MODIFIED}


@blueprint.get("/tours")
@operation("Find tours", tag="tours", query=ToursQuery, answers=PAGE)
def list_tours(query: ToursQuery) -> Response:
    """In the order in which they were stored; of one board or job, in the order of their ends.

    In the order of a statistic, only measured tours are listed: tours are measured soon after being stored, or at once.
    """
    return _page(query, query.to_filter(), query.order())


@blueprint.get("/jobs/<job_id>/tours")
@operation(
    "The tours that a job has stored",
    tag="results",
    query=JobToursQuery,
    answers=PAGE,
)
def list_job_tours(job_id: str, query: JobToursQuery) -> Response:
    """List committed tours, shard by shard in the order of their ends; those of a limited search as found."""
    with reading() as session:
        get_job(session, job_id)
    return _page(query, TourFilter(job=job_id, closed=query.closed))


@blueprint.get("/tours/random")
@operation(
    "Show a stored tour drawn at random",
    tag="tours",
    query=TourFilters,
    answers={200: Answer("The tour", TourDocument)},
    problems=(404,),
)
def show_random_tour(query: TourFilters) -> TourDocument:
    """Send one of the tours that the filters choose, each as likely as any other; 404 where there are none."""
    chosen = query.to_filter()
    if chosen.beyond_runs:
        given = next(name for name in ("statistics", "contains", "at", "symmetry_type") if getattr(query, name))
        raise invalid([Fault(parameter=given, detail="no lot is drawn among tours that have to be looked through")])
    with reading_replica(query.job) as session:
        found = random_tour(session, chosen)
    if found is None:
        raise not_found("such tour")
    return tour_document(found, measured=True)


def find_page(
    session: Session, query: PageQuery, tour_filter: TourFilter, order: Order | None
) -> tuple[list[FoundTour], str | None]:
    """Return the tours of a page and the address of the next one."""
    after = query.cursor or 0
    if order is not None or tour_filter.beyond_runs:
        try:
            searched = (
                search(session, tour_filter, after=after, limit=query.limit)
                if order is None
                else sorted_tours(session, tour_filter, order, after=after, limit=query.limit)
            )
        except InvalidProblemError as error:
            raise invalid([Fault(parameter=error.pointer[1:], detail=error.message)]) from error
        return searched.tours, None if searched.last is None else query.page_after(searched.last)
    rows = find_tours(session, tour_filter, after=after, limit=query.limit)
    return rows, query.next_page(rows, attrgetter("tour.id"))


def _page(query: PageQuery, chosen: TourFilter, order: Order | None = None) -> Response:
    if chosen.beyond_runs and query.count:
        detail = "/tours/counts counts tours by content and statistics, so far it gets"
        raise invalid([Fault(parameter="count", detail=detail)])
    with reading_replica(chosen.job) as session:
        rows, following = find_page(session, query, chosen, order)
        total = query.total(lambda: sum(tours_by_board(session, chosen).values()))
    measured = order is not None or bool(chosen.features)
    return query.answer(Page[TourDocument], (tour_document(row, measured=measured) for row in rows), following, total)
