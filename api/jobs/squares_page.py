"""A job's values by square: the heat map of its page, and as files."""

from __future__ import annotations

from flask import Response, request

from api.http.problems import not_found
from api.http.services import reading
from api.http.svg_responses import drawing
from api.jobs import heat_maps
from api.jobs.bar_map_page import has_columns
from api.pages.blueprint import blueprint, inline
from api.pages.downloads import csv_file
from engine.boards.board import Board
from findings.results.job_view import JobView


@blueprint.get("/jobs/<job_id>/squares.svg")
def job_heat_map(job_id: str) -> Response:
    """Send the heat map of a quantity."""
    with reading() as session:
        view = JobView.find(session, job_id)
        board, rows = view.board, heat_maps.square_rows(view.so_far)
    quantity = heat_maps.choose_quantity(heat_maps.quantities(rows), request.args.get("quantity"))
    if board is None or quantity is None:
        raise not_found("heat map of this job")
    return drawing(_heat_map(view, board, rows, quantity))


@blueprint.get("/jobs/<job_id>/squares.csv")
def job_squares(job_id: str) -> Response:
    """Send everything known square by square."""
    with reading() as session:
        rows = heat_maps.square_rows(JobView.find(session, job_id).so_far)
    names = heat_maps.quantities(rows)
    body = [[",".join(map(str, row["square"])), *(row.get(name, "") for name in names)] for row in rows]  # type: ignore[call-overload]  # a square is a list
    return csv_file([["square", *names], *body])


def squares_panel(view: JobView) -> dict[str, object] | None:
    """Return the values by square with the heat map of the quantity that the page asks for; None without values."""
    board, rows = view.board, heat_maps.square_rows(view.so_far)
    if len(rows) == 1 and view.so_far.extra.get("path"):
        return None  # the way between two squares is drawn, and the answer says how long it is
    names = heat_maps.quantities(rows)
    quantity = heat_maps.choose_quantity(names, request.args.get("quantity"))
    if quantity is None:
        return None
    panel = {
        "rows": rows,
        "quantities": names,
        "quantity": quantity,
        # While the job runs all are listed: values that are equal so far may differ later.
        "maps": [one for one in names if not view.has_ended or one == quantity or heat_maps.differs(rows, one)],
        "columns": has_columns(board),
    }
    if board is None:
        return panel
    if board.size > heat_maps.MAX_INLINE:
        return panel | {"is_large": True, "rows": rows[: heat_maps.MAX_INLINE]}
    caption = heat_maps.caption(board, rows, quantity)
    return panel | {"drawing": inline(_heat_map(view, board, rows, quantity)), "caption": caption}


def _heat_map(view: JobView, board: Board, rows: list[heat_maps.Row], quantity: str) -> str:
    """Return the heat map, with the square marked that distances are measured from."""
    ends = [view.job.specification.get(name) for name in ("from", "to")]
    marked = [board.index(end) for end in ends if isinstance(end, list)]
    return heat_maps.heat_map(board, rows, quantity, heat_maps.title(board, quantity), marked)
