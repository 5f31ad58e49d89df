"""Comparing two or more jobs."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from flask import Response, render_template, request
from sqlalchemy.orm import Session

from api.context import reading
from api.dashboard import heat
from api.dashboard.blueprint import blueprint, inline
from api.dashboard.comparison import Figure, Table, compare, figures_of, z_score
from api.dashboard.files import csv_file
from api.documents.jobs import JobDocument
from api.documents.references import ReferenceDocument, reference_document
from api.drawings import drawing
from api.jobs import load_document
from api.problems import not_found
from drawing.values import Value, heat_map_svg
from engine.boards.board import Board
from engine.boards.piece import parse_piece
from engine.specification.result import Result
from store.lifecycle import get_job
from store.models.jobs import Job
from store.models.references import ReferenceRow
from store.problems import board_of
from store.progress import current_result, typed_specification
from store.queries import jobs as queries
from store.queries.published import comparable_figures, equivalents

MOST = 6
OFFERED = 50
DECISIVE = ("board", "piece", "tours", "starts")


@dataclass(frozen=True)
class Sides:
    """What the address asks to compare: jobs with their results, published figures, and the board if it is one."""

    jobs: list[JobDocument]
    results: list[Result]
    references: list[ReferenceDocument]
    tables: list[Table]
    board: Board | None
    offered: list[ReferenceRow]

    @property
    def names(self) -> list[str]:
        """Return what the table's columns are called in a file."""
        return [*(job.id for job in self.jobs), *(reference.key for reference in self.references)]


@blueprint.get("/compare")
def show_comparison() -> str:
    """Show the jobs and figures that the address names (`job`, `reference`) side by side, and others to choose from."""
    sides = _asked()
    with reading() as session:
        rows = queries.find_jobs(session, queries.JobFilter(), before=None, limit=OFFERED)
        offered = [
            (row.public_id, row.label, row.kind, row.board.label if row.board else "", row.method) for row in rows
        ]
    comparable = all(job.outcome == "complete" for job in sides.jobs)
    drawn = _maps(sides.board, sides.results) if comparable else []
    return render_template(
        "compare.html",
        sides=sides,
        jobs=sides.jobs,
        rows=compare(sides.tables),
        offered=offered,
        maps=drawn,
        unlike=_unlike(sides.jobs),
    )


@blueprint.get("/compare.csv")
def comparison_table() -> Response:
    """Send the comparison as a table."""
    sides = _asked()
    head = ["quantity", "convention", *(f"{name} {what}" for name in sides.names for what in ("value", "error", "z"))]
    body: list[list[object]] = []
    for row in compare(sides.tables):
        cells: list[object] = [row.quantity, row.convention]
        for figure, score in zip(row.figures, row.scores, strict=True):
            cells += ["", "", ""] if figure is None else [figure.value, figure.error, score]
        body.append(cells)
    return csv_file([head, *body])


@blueprint.get("/compare/<int:place>.svg")
def comparison_map(place: int) -> Response:
    """Send the map of z-scores of the job at a place against the first."""
    sides = _asked()
    if sides.board is None or not 0 < place < len(sides.results):
        raise not_found("such map")
    return drawing(_map(sides.board, sides.results[0], sides.results[place])[1])


def _unlike(jobs: list[JobDocument]) -> list[str]:
    """Return the fields that decide what is counted and in which the jobs differ."""
    return [name for name in DECISIVE if len({json.dumps(job.specification.get(name)) for job in jobs}) > 1]


def _asked() -> Sides:
    ids = list(dict.fromkeys(request.args.getlist("job")))[:MOST]
    with reading() as session:
        rows: list[Job] = [get_job(session, job_id) for job_id in ids]
        documents = [load_document(session, job_id) for job_id in ids]
        results = [current_result(session, row) for row in rows]
        boards = {row.board_id for row in rows}
        same = len(boards) == 1 and rows[0].board_id is not None
        board = board_of(typed_specification(rows[0])) if same else None
        tables = [
            figures_of(result, finished=job.outcome == "complete")
            for job, result in zip(documents, results, strict=True)
        ]
        offered = _published(session, rows, board)
        chosen = [row for row in offered if row.key in request.args.getlist("reference")][:MOST]
        tables += [_published_table(row, rows[0], board) for row in chosen]
        references = [reference_document(row) for row in chosen]
    return Sides(documents, results, references, tables, board, offered)


def _published(session: Session, rows: list[Job], board: Board | None) -> list[ReferenceRow]:
    """Return the published figures that jobs on this board and from all its squares may be compared with."""
    if board is None or any(row.specification.get("starts", "all") != "all" for row in rows):
        return []
    piece = parse_piece(rows[0].specification["piece"])
    return comparable_figures(session, board.label, ",".join(map(str, piece)))


def _published_table(row: ReferenceRow, job: Job, board: Board | None) -> Table:
    values = equivalents(row, board.size if board else 0, job.specification.get("tours", "any"))
    return {key: Figure(value, None if row.exact else row.error or 0.0) for key, value in values.items()}


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
    figures: dict[int, Figure] = {}
    for row in heat.square_rows(result):
        value, error = heat.number_of(row, "tours"), heat.number_of(row, "standard_error")
        if value is not None:
            figures |= dict.fromkeys(heat.squares_of(board, row), Figure(value, error))
    return figures
