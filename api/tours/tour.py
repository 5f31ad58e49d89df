"""A stored tour by itself: as a document, as text, as a drawing. It never changes."""

from __future__ import annotations

from typing import Literal

from flask import Blueprint, Response, request
from pydantic import Field

from api.http import etags
from api.http.problems import Fault, ProblemError, invalid, not_found
from api.http.row_ids import read_row_id
from api.http.services import reading
from api.http.svg_responses import POLICY
from api.http.timestamps import moment
from api.openapi.endpoint import Answer, operation
from api.openapi.query import Query
from api.openapi.responses import NOT_MODIFIED
from api.tours.citation import tour_citation
from api.tours.documents import TourDocument, tour_document, unpack
from drawing.animation import MAX_ANIMATED, animated_tour_svg
from drawing.tour import tour_svg
from engine.tours.parse import directions_text, grid_text, squares_text
from phrasing.texts import Flag, Whole
from store.queries.tours import FoundTour, find_tour

blueprint = Blueprint("one_tour", __name__, url_prefix="/api/v1/tours")
FOUND = {"ETag": "strong: a tour never changes", "Last-Modified": "when the tour was stored"}


class TextQuery(Query):
    """Which text."""

    form: Literal["squares", "grid", "directions"] = Field(
        default="squares", description="squares in order, the numbered board, or directions (flat boards only)"
    )
    first: Whole = Field(default=1, ge=0, le=1, description="the number of the first square in a grid, 1 or 0")


class DrawingQuery(Query):
    """Which drawing."""

    animated: Flag = Field(default=False, description="a marker walks the tour")


def _answers(description: str, content: type = str, media: str = "application/json") -> dict[int, Answer]:
    return {200: Answer(description, content, FOUND, (media,)), 304: NOT_MODIFIED}


@blueprint.get("/<tour_id>")
@operation(
    "Show a tour",
    tag="tours",
    answers=_answers(
        "The tour; with `Accept: text/plain`, `image/svg+xml` or `application/x-bibtex` in that form", TourDocument
    ),
    problems=(406,),
)
def show_tour(tour_id: str) -> Response:
    """Send a tour in the form that the caller prefers."""
    media_type = request.accept_mimetypes.best_match(list(FORMS)) if request.accept_mimetypes else next(iter(FORMS))
    if media_type is None:
        detail = f"a tour is sent as {', '.join(FORMS)}"
        raise ProblemError(406, "not-acceptable", "Not acceptable", detail)
    answer = FORMS[media_type](_find(tour_id))
    answer.vary.add("Accept")
    return answer


@blueprint.get("/<tour_id>.json")
@operation("Download a tour as JSON", tag="tours", answers=_answers("The tour", TourDocument))
def download_tour(tour_id: str) -> Response:
    """Send the same document under a file's name."""
    return _document(_find(tour_id))


@blueprint.get("/<tour_id>.txt")
@operation("Download a tour as text", tag="tours", query=TextQuery, answers=_answers("Text", media="text/plain"))
def tour_text(tour_id: str, query: TextQuery) -> Response:
    """Send one of the forms that are also read back."""
    return _text(_find(tour_id), query)


@blueprint.get("/<tour_id>.svg")
@operation(
    "Download a tour as a drawing",
    tag="tours",
    query=DrawingQuery,
    answers=_answers("The drawing", media="image/svg+xml"),
)
def tour_drawing(tour_id: str, query: DrawingQuery) -> Response:
    """Draw the tour, still or moving."""
    return _drawing(_find(tour_id), query)


@blueprint.get("/<tour_id>.bib")
@operation("Cite a tour", tag="tours", answers=_answers("A BibTeX entry", media="application/x-bibtex"))
def cite_tour(tour_id: str) -> Response:
    """Send a permanent citation of a tour: its path, who found it, when and by which code."""
    return _citation(_find(tour_id))


def _find(tour_id: str) -> FoundTour:
    number = read_row_id(tour_id)
    with reading() as session:
        found = None if number is None else find_tour(session, number)
    if found is None:
        raise not_found(f"tour {tour_id!r}")
    return found


def _document(found: FoundTour) -> Response:
    return _lasting(found, tour_document(found, measured=True).model_dump_json(), "application/json")


def _text(found: FoundTour, query: TextQuery | None = None) -> Response:
    tour, query = unpack(found), query or TextQuery()
    if query.form == "directions":
        text = directions_text(tour.board, tour.piece, tour.squares)
    elif query.form == "grid":
        text = grid_text(tour.board, tour.squares, query.first)
    else:
        text = squares_text(tour.board, tour.squares)
    return _lasting(found, text, "text/plain")


def _drawing(found: FoundTour, query: DrawingQuery | None = None) -> Response:
    tour, animated = unpack(found), query is not None and query.animated
    if animated and tour.board.size > MAX_ANIMATED:
        raise invalid([Fault(parameter="animated", detail=f"only up to {MAX_ANIMATED} squares are animated")])
    draw = animated_tour_svg if animated else tour_svg
    answer = _lasting(found, draw(tour.board, tour.piece, tour.squares, closed=tour.closed), "image/svg+xml")
    answer.headers["Content-Security-Policy"] = POLICY
    return answer


def _citation(found: FoundTour) -> Response:
    return _lasting(found, tour_citation(tour_document(found)), "application/x-bibtex")


def _lasting(found: FoundTour, text: str, media: str) -> Response:
    return etags.lasting(text, media, moment(found.run.found_at))


FORMS = {
    "application/json": _document,
    "text/plain": _text,
    "image/svg+xml": _drawing,
    "application/x-bibtex": _citation,
}
"""Functions that send a tour, by media type; the first is the default."""
