"""Comparing two or more jobs."""

from __future__ import annotations

import json
from typing import Any

from flask import Response, render_template, request

from api.context import reading
from api.dashboard import heat
from api.dashboard.blueprint import blueprint, inline
from api.dashboard.comparison import Figure, Row, compare, z_score
from api.dashboard.files import csv_file
from api.documents.jobs import JobDocument
from api.drawings import drawing
from api.jobs import load_document
from api.problems import not_found
from engine.boards.board import Board
from engine.drawing.values import Value, heat_map_svg
from engine.specification.result import Result
from store.lifecycle import get_job
from store.models.jobs import Job
from store.problems import board_of
from store.progress import current_result, typed_specification
from store.queries import jobs as queries

MOST = 6
OFFERED = 50
DECISIVE = ("board", "piece", "tours", "starts")


@blueprint.get("/compare")
def show_comparison() -> str:
    """Show the jobs that the address names (`job`, several times) side by side, and others to choose from."""
    jobs, results, board = _asked()
    with reading() as session:
        rows = queries.find_jobs(session, queries.JobFilter(), before=None, limit=OFFERED)
        offered = [
            (row.public_id, row.label, row.kind, row.board.label if row.board else "", row.method) for row in rows
        ]
    comparable = all(job.outcome == "complete" for job in jobs)
    drawn = _maps(board, results) if comparable else []
    return render_template(
        "compare.html",
        jobs=jobs,
        rows=_rows(jobs, results),
        offered=offered,
        maps=drawn,
        unlike=_unlike(jobs),
    )


@blueprint.get("/compare.csv")
def comparison_table() -> Response:
    """Send the comparison as a table."""
    jobs, results, _ = _asked()
    head = ["quantity", "convention", *(f"{job.id} {what}" for job in jobs for what in ("value", "error", "z"))]
    body: list[list[object]] = []
    for row in _rows(jobs, results):
        cells: list[object] = [row.quantity, row.convention]
        for figure, score in zip(row.figures, row.scores, strict=True):
            cells += ["", "", ""] if figure is None else [figure.value, figure.error, score]
        body.append(cells)
    return csv_file([head, *body])


@blueprint.get("/compare/<int:place>.svg")
def comparison_map(place: int) -> Response:
    """Send the map of z-scores of the job at a place against the first."""
    _, results, board = _asked()
    if board is None or not 0 < place < len(results):
        raise not_found("such map")
    return drawing(_map(board, results[0], results[place])[1])


def _rows(jobs: list[JobDocument], results: list[Result]) -> list[Row]:
    return compare(results, [job.outcome == "complete" for job in jobs])


def _unlike(jobs: list[JobDocument]) -> list[str]:
    """Return the fields that decide what is counted and in which the jobs differ."""
    return [name for name in DECISIVE if len({json.dumps(job.specification.get(name)) for job in jobs}) > 1]


def _asked() -> tuple[list[JobDocument], list[Result], Board | None]:
    ids = list(dict.fromkeys(request.args.getlist("job")))[:MOST]
    with reading() as session:
        rows: list[Job] = [get_job(session, job_id) for job_id in ids]
        documents = [load_document(session, job_id) for job_id in ids]
        results = [current_result(session, row) for row in rows]
        boards = {row.board_id for row in rows}
        same = len(boards) == 1 and rows[0].board_id is not None
        board = board_of(typed_specification(rows[0])) if same else None
    return documents, results, board


def _maps(board: Board | None, results: list[Result]) -> list[dict[str, Any]]:
    if board is None or board.size > heat.MAX_INLINE:
        return []
    maps = []
    for place, result in enumerate(results[1:], start=1):
        known, svg = _map(board, results[0], result)
        if known:
            maps.append({"place": place, "drawing": inline(svg)})
    return maps


def _map(board: Board, first: Result, second: Result) -> tuple[bool, str]:
    """Return whether any square can be compared, and the map: |z| by square, for exact figures 0 or different."""
    one, two = _by_square(board, first), _by_square(board, second)
    scores: list[Value] = [None] * board.size
    for square in one.keys() & two.keys():
        scores[square] = _difference(one[square], two[square])
    title = f"Difference by start square of {board.label}, in standard errors (exact figures: 0 equal, 1 different)"
    return any(score is not None for score in scores), heat_map_svg(board, scores, title, list(map(heat.label, scores)))


def _difference(first: Figure, second: Figure) -> float | None:
    """Return |z|; for two exact figures 0 or 1; None where an estimate has no spread."""
    score = z_score(first, second)
    if score is not None:
        return abs(score)
    exact = first.error is None and second.error is None
    return float(first.value != second.value) if exact else None


def _by_square(board: Board, result: Result) -> dict[int, Figure]:
    """Return the tours from each start square, with a standard error where they are estimated."""
    figures = {}
    for row in heat.square_rows(result):
        value, error = heat.number_of(row, "tours"), heat.number_of(row, "standard_error")
        if value is not None:
            square = board.index(row["square"])  # type: ignore[arg-type]  # a square is a list of int
            figures[square] = Figure(value, error)
    return figures
