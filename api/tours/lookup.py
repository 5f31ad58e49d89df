"""Lookup of a pasted tour in the record, and counts of the tours that a filter chooses, with their facets."""

from __future__ import annotations

from flask import Blueprint
from pydantic import BaseModel, Field, TypeAdapter
from sqlalchemy.orm import Session

from api.http.services import reading_replica
from api.openapi import examples
from api.openapi.body import Body, body_checker
from api.openapi.endpoint import Answer, operation
from api.tours.lookup_document import SearchDocument, faulty, search_document
from api.tours.routes import TourFilters
from engine.boards.board import Board
from engine.boards.piece import parse_piece
from engine.boards.squares import by_name, written_square
from engine.errors import InvalidProblemError
from engine.specification.fields import BoardAndPiece
from engine.specification.problem import resolve_board
from engine.tours.facts import facts_of
from engine.tours.parse import parse_tour
from engine.tours.verify import first_fault
from store.queries.content_search import count as count_by_content
from store.queries.facets import MAX_RUNS, TourCounts, tour_counts
from store.queries.feature_counts import FeatureCounts, count_by_features, feature_counts
from store.queries.tour_lookup import look_up
from store.queries.tours import TourFilter

blueprint = Blueprint("tour_search", __name__, url_prefix="/api/v1/tours")
MAX_SQUARES = 4096
"""Pasted tours of larger boards are not classified within a request."""

FEATURE_SECONDS = 0.15
"""Longest time to add up statistics for one answer, where the counts of whole rows do not suffice."""


class PastedTour(BoardAndPiece):
    """A tour in any form that people write: a grid of move numbers, squares, or a start with directions."""

    tour: str = Field(min_length=1, max_length=200_000, examples=["a1: 1703..."])


class StatisticsDocument(BaseModel):
    """How the statistics of tours are distributed, exactly. Keys of a statistic are its values."""

    tours: str = Field(description="whose statistics these are; tours that are not measured yet are left out")
    capped: bool = Field(description="there are more: time was up")
    unmeasured: str = Field(description="tours of the board that are not measured yet, or more")
    values: dict[str, dict[str, str]]


class TourCountsDocument(BaseModel):
    """How many tours a filter chooses. Keys of start and end are squares, of closed true or false.

    Squares are written as the query writes them: by name where it has one, else as in "1,1".
    """

    tours: str
    capped: bool = Field(description="there are more: the counts are of the first that were looked at")
    facets: dict[str, dict[str, str]]
    statistics: StatisticsDocument | None = Field(
        default=None, description="of one board, but where content is asked for"
    )


ADAPTER: TypeAdapter[PastedTour] = TypeAdapter(PastedTour)


parse_pasted = body_checker(ADAPTER)


@blueprint.post("/find")
@operation(
    "Look a tour up",
    tag="tours",
    body=Body(ADAPTER, parse_pasted, examples.FIND),
    answers={200: Answer("What the tour is, and whether it is held", SearchDocument)},
)
def find(body: PastedTour) -> SearchDocument:
    """Check a pasted tour, name its class and symmetry, and tell who found it first."""
    return search(body)


def search(body: PastedTour) -> SearchDocument:
    """Return what a pasted tour is and what is held of its class."""
    board, piece = resolve_board(body.board), parse_piece(body.piece)
    if board.size > MAX_SQUARES:
        raise InvalidProblemError("/board", f"only boards of up to {MAX_SQUARES} squares are looked up")
    tour = parse_tour(board, piece, body.tour)
    fault = first_fault(board, piece, tour)
    if fault is not None:
        return faulty(board, piece, fault)
    facts = facts_of(board, piece, tour)
    with reading_replica() as session:
        return search_document(board, piece, facts, look_up(session, board, piece, facts))


@blueprint.get("/counts")
@operation(
    "Count tours", tag="tours", query=TourFilters, answers={200: Answer("Counts and facets", TourCountsDocument)}
)
def count(query: TourFilters) -> TourCountsDocument:
    """Count the tours that match these filters by closure and symmetry; on one board also by ends and statistics."""
    with reading_replica(query.job) as session:
        tour_filter = query.to_filter()
        counts = count_tours(session, tour_filter)
        features = features_counted(session, tour_filter)
    board = None if query.board is None else query.named_board()
    given = [square for square in (query.start, query.end) if square is not None]
    named = bool(given) and by_name(given)
    facets = {
        name: {_key(name, value, board, named=named): str(number) for value, number in facet.items()}
        for name, facet in counts.facets.items()
    }
    statistics = None if features is None else _statistics(features)
    return TourCountsDocument(tours=str(counts.tours), capped=counts.capped, facets=facets, statistics=statistics)


def count_tours(session: Session, tour_filter: TourFilter, *, cap: int = MAX_RUNS) -> TourCounts:
    """Count tours: by content or statistics if the filter has these, else by runs. cap: as of `tour_counts`."""
    if tour_filter.content:
        return count_by_content(session, tour_filter)
    return (
        count_by_features(session, tour_filter) if tour_filter.features else tour_counts(session, tour_filter, cap=cap)
    )


def features_counted(session: Session, tour_filter: TourFilter) -> FeatureCounts | None:
    """Return the distributions of the statistics of tours; None without a board, or if content is asked for."""
    if tour_filter.board is None or tour_filter.content:
        return None
    return feature_counts(session, tour_filter, seconds=FEATURE_SECONDS)


def _statistics(counts: FeatureCounts) -> StatisticsDocument:
    values = {
        name: {str(value): str(number) for value, number in found.items()} for name, found in counts.values.items()
    }
    return StatisticsDocument(
        tours=str(counts.tours), capped=counts.capped, unmeasured=str(counts.unmeasured), values=values
    )


def _key(name: str, value: int, board: Board | None, *, named: bool) -> str:
    if name == "closed":
        return "true" if value else "false"
    if name in ("start", "end") and board is not None:
        return written_square(board, value, named=named)
    return str(value)
