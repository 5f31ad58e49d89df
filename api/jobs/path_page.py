"""The way that a job has found, step by step and as files; and the orders of two searches."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from flask import Response, render_template, request

from api.http.problems import not_found
from api.http.services import reading
from api.http.svg_responses import drawing
from api.jobs import heat_maps
from api.jobs.documents import JobDocument
from api.jobs.load import document_of
from api.jobs.path_document import way_of
from api.openapi.query import Query, parse_query
from api.pages.blueprint import blueprint, inline
from drawing.frames import way_frames, way_gif
from drawing.path import Way, animated_way_svg, stepped_way_svg, way_svg
from drawing.square_values import heat_map_svg
from engine.boards.squares import written_square
from engine.errors import InvalidProblemError
from findings.results.job_view import JobView
from language.translate import gettext, translate
from phrasing.texts import Flag

ORDERS = {"breadth_first": "Breadth-first search", "depth_first": "Depth-first search"}

Picture = TypeVar("Picture", str, bytes)


class PathQuery(Query):
    """Which drawing."""

    animated: Flag = False


@blueprint.get("/jobs/<job_id>/way")
def job_way(job_id: str) -> str:
    """Show the way, move by move."""
    job, way = _find_path(job_id)
    names = [written_square(way.board, square) for square in way.squares]
    return render_template("way.html", job=job, way=way, names=names, drawing=inline(_draw(stepped_way_svg, way)))


@blueprint.get("/jobs/<job_id>/path.svg")
def job_path(job_id: str) -> Response:
    """Send the drawing of the way, still or moving."""
    query = parse_query(PathQuery, request.args)
    _, way = _find_path(job_id)
    return drawing(_draw(animated_way_svg if query.animated else way_svg, way))


@blueprint.get("/jobs/<job_id>/path.<any(gif, zip):form>")
def job_frames(job_id: str, form: str) -> Response:
    """Send the way as an animated GIF, or its frames as PNG files in an archive."""
    _, way = _find_path(job_id)
    if form == "gif":
        return Response(_draw(way_gif, way), mimetype="image/gif")
    return Response(_draw(way_frames, way), mimetype="application/zip")


@blueprint.get("/jobs/<job_id>/orders/<any(breadth_first, depth_first):name>.svg")
def job_order(job_id: str, name: str) -> Response:
    """Send the board with the squares numbered as a search enters them."""
    with reading() as session:
        drawn = order_drawings(JobView.find(session, job_id))
    if name not in drawn:
        raise not_found(f"order {name!r}")
    return drawing(drawn[name])


def way_drawing(view: JobView) -> str | None:
    """Return the still drawing of a job's way for its page; None where it has none, or too large a one."""
    way = _way(view)
    if way is None or way.board.size > heat_maps.MAX_INLINE:
        return None
    try:
        return way_svg(way)
    except InvalidProblemError:
        return None


def order_drawings(view: JobView) -> dict[str, str]:
    """Return for each order of search the board with the squares numbered as they are entered."""
    board, orders = view.board, view.so_far.extra.get("orders") or {}
    drawn = {}
    for name, order in orders.items():
        if board is None or board.size > heat_maps.MAX_INLINE or "squares" not in order:
            continue
        values: list[int | None] = [None] * board.size
        for place, square in enumerate(order["squares"]):
            values[board.index(square)] = place + 1
        search = translate(ORDERS[name])
        title = gettext("%(search)s of %(board)s: squares in the order entered", search=search, board=board.label)
        drawn[name] = heat_map_svg(board, values, title)
    return drawn


def _find_path(job_id: str) -> tuple[JobDocument, Way]:
    with reading() as session:
        view = JobView.find(session, job_id)
        way = _way(view)
        if way is None:
            raise not_found("such way")
        return document_of(session, view.job), way


def _way(view: JobView) -> Way | None:
    return None if view.board is None else way_of(view.job.specification, view.so_far.extra)


def _draw(draw: Callable[[Way], Picture], way: Way) -> Picture:
    """Draw, or say that there is no picture because the way is too long for one."""
    try:
        return draw(way)
    except InvalidProblemError as error:
        raise not_found("such picture", error.message) from error
