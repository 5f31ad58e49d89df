"""Lookup of a pasted tour: what it is, whether it is stored, and who found its class first."""

from __future__ import annotations

from typing import Any

from flask import Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from api.http.problems import not_found
from api.http.svg_responses import drawing
from api.listing.pagination import MAX_ADDRESS, address
from api.pages.blueprint import blueprint, inline
from api.submission.page import faults_of
from api.tours.lookup import PastedTour, parse_pasted, search
from drawing.features import describe_features
from drawing.tour import tour_svg
from engine.boards.piece import parse_piece
from engine.boards.squares import written_square
from engine.errors import InvalidProblemError
from engine.kinds.parse import InvalidSpecificationError
from engine.specification.problem import resolve_board
from engine.tours.parse import parse_tour

MAX_DRAWN = 1024
FIELDS = ("board", "tour", "piece")


@blueprint.route("/find", methods=["GET", "POST"])
def find() -> str | AnyResponse | tuple[str, int]:
    """Show the form and the facts of the tour in it; redirect a tour that fits into an address."""
    form = request.form if request.method == "POST" else request.args
    given = {name: text for name in FIELDS if (text := form.get(name, "").strip())}
    here = address(url_for("dashboard.find"), given)
    if request.method == "POST" and len(here) < MAX_ADDRESS:
        return redirect(here, 303)
    if "tour" not in given:
        return render_template("find.html", given=given, faults={}, found=None)
    try:
        found = _search(given)
    except (InvalidSpecificationError, InvalidProblemError) as error:
        return render_template("find.html", given=given, faults=faults_of(error), found=None), 422
    drawn = None if found["svg"] is None else inline(found["svg"])
    return render_template("find.html", given=given, faults={}, drawing=drawn, **found)


@blueprint.get("/find.svg")
def found_drawing() -> Response:
    """Send the drawing of a sound tour that stands in the address."""
    given = {name: text for name in FIELDS if (text := request.args.get(name, "").strip())}
    try:
        svg = _search(given)["svg"]
    except (InvalidSpecificationError, InvalidProblemError) as error:
        raise not_found("such tour", str(error)) from error
    if svg is None:
        raise not_found("drawing of this tour")
    return drawing(svg)


def _search(given: dict[str, str]) -> dict[str, Any]:
    raw: dict[str, object] = dict(given)
    if given.get("piece", "knight") != "knight":
        raw["piece"] = [int(part) if part.isdecimal() else part for part in given["piece"].replace(" ", "").split(",")]
    body = parse_pasted(raw)
    found = search(body)
    features = describe_features(found.statistics or {})
    return {
        "found": found,
        "features": features,
        **_draw(body, closed=bool(found.closed), sound=found.sound, canonical=found.canonical),
    }


def _draw(body: PastedTour, *, closed: bool, sound: bool, canonical: list[list[int]] | None) -> dict[str, object]:
    """Return the drawing of a sound tour and its canonical form in words."""
    if not sound or canonical is None:
        return {"svg": None, "names": []}
    board, piece = resolve_board(body.board), parse_piece(body.piece)
    names = [written_square(board, board.index(square)) for square in canonical]
    if board.size > MAX_DRAWN:
        return {"svg": None, "names": names}
    tour = parse_tour(board, piece, body.tour)
    return {"svg": tour_svg(board, piece, tour, closed=closed), "names": names}
