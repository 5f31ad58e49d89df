"""A job's values by square as columns on the board, to be turned: a histogram in three dimensions."""

from __future__ import annotations

import numpy as np
from flask import Response, render_template, request
from pydantic import Field

from api.http.problems import not_found
from api.http.services import reading
from api.http.svg_responses import drawing
from api.jobs import heat_maps
from api.jobs.load import load_document
from api.openapi.query import Query, parse_query
from api.pages.blueprint import blueprint
from drawing.bar_map import MAX_COLUMNS, columns_svg
from engine.boards.board import Board
from findings.results.job_view import JobView
from phrasing.texts import Flag, Whole


class ColumnsQuery(Query):
    """Which quantity, and from which side."""

    quantity: str = Field(default="", max_length=40)
    turn: Whole = Field(default=30, ge=0, le=360, description="degrees by which the board is turned")
    tilt: Whole = Field(default=35, ge=0, le=90, description="degrees: 0 along the board, 90 from above")
    through: Flag = Field(default=False, description="columns let those behind them be seen")


def has_columns(board: Board | None) -> bool:
    """Whether the board is a single grid that is not too large."""
    return board is not None and len(board.shape) == 2 and board.size <= MAX_COLUMNS


@blueprint.get("/jobs/<job_id>/columns")
def job_columns(job_id: str) -> str:
    """Show the columns, to be turned by mouse and keys."""
    query, board, rows, quantity = _read_query(job_id)
    with reading() as session:
        job = load_document(session, job_id)
    context: dict[str, object] = {
        "job": job,
        "query": query,
        "quantity": quantity,
        "quantities": heat_maps.quantities(rows),
    }
    return render_template("columns.html", board=board, **context)


@blueprint.get("/jobs/<job_id>/columns.svg")
def job_columns_drawing(job_id: str) -> Response:
    """Send the columns as seen from one side."""
    query, board, rows, quantity = _read_query(job_id)
    values = np.full(board.shape, np.nan)
    labels = [""] * values.size
    for square, value in zip(board.coordinates.tolist(), heat_maps.values_of(board, rows, quantity), strict=True):
        if value is None:
            continue
        row, column = square[0] - 1, square[1] - 1
        values[row, column] = float(value)
        labels[row * board.shape[1] + column] = f"{row + 1},{column + 1}: {heat_maps.in_full(value)}"
    title = heat_maps.title(board, quantity)
    return drawing(columns_svg(values, title, labels, turn=query.turn, tilt=query.tilt, through=query.through))


def _read_query(job_id: str) -> tuple[ColumnsQuery, Board, list[heat_maps.Row], str]:
    query = parse_query(ColumnsQuery, request.args)
    with reading() as session:
        view = JobView.find(session, job_id)
        board, rows = view.board, heat_maps.square_rows(view.so_far)
    quantity = heat_maps.choose_quantity(heat_maps.quantities(rows), query.quantity)
    if board is None or not has_columns(board) or quantity is None:
        raise not_found("columns of this job")
    return query, board, rows, quantity
