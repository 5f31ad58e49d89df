"""The tours that were found: thumbnails with filters, and one tour large."""

from __future__ import annotations

from urllib.parse import urlencode

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from api.context import reading
from api.dashboard.blueprint import blueprint, inline
from api.dashboard.stepped import MAX_STEPPED, stepped_tour_svg
from api.documents.tours import tour_document, unpack
from api.openapi.query import parse_query
from api.problems import not_found
from api.tours import ToursQuery
from engine.boards.squares import square_name
from engine.drawing.animation import MAX_ANIMATED
from store.queries.neighbours import neighbouring_tours
from store.queries.tours import find_tour, find_tours

PER_PAGE = 24


@blueprint.get("/tours")
def tours() -> str | AnyResponse:
    """List tours; filters and page are the API's, so that every view has an address."""
    given = [(name, value) for name, value in request.args.items(multi=True) if value]
    if len(given) < len(list(request.args.items(multi=True))):
        return redirect(f"{url_for('dashboard.tours')}?{urlencode(given)}")
    query = parse_query(ToursQuery, request.args)
    if "limit" not in request.args:
        query = query.model_copy(update={"limit": PER_PAGE})
    with reading() as session:
        rows = find_tours(session, query.wanted(), after=query.position() or 0, limit=query.limit)
    following = query.next_page(rows, rows[-1].tour.id if rows else None)
    return render_template("tours.html", tours=[tour_document(row) for row in rows], query=query, next=following)


@blueprint.get("/tours/<int:tour_id>")
def tour(tour_id: int) -> str:
    """One tour, large."""
    with reading() as session:
        found = find_tour(session, tour_id)
        if found is None:
            raise not_found(f"tour {tour_id}")
        before, after = neighbouring_tours(session, found)
    document, walked = tour_document(found), unpack(found)
    size = walked.board.size
    drawing = None
    if size <= MAX_STEPPED:
        svg = stepped_tour_svg(walked.board, walked.piece, walked.squares, closed=walked.closed)
        drawing = inline(svg)
    names = [
        square_name(walked.board, int(number)) or str(walked.board.square(int(number))) for number in walked.squares
    ]
    return render_template(
        "tour.html",
        tour=document,
        drawing=drawing,
        names=names,
        flat=walked.board.is_flat,
        animated=size <= MAX_ANIMATED,
        before=before,
        after=after,
    )
