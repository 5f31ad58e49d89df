"""Comparing two or more jobs, and what is published of their board."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Response, render_template, request
from sqlalchemy.orm import Session

from api.http.problems import not_found
from api.http.services import reading
from api.http.svg_responses import drawing
from api.jobs import heat_maps
from api.jobs.documents import JobDocument
from api.jobs.load import load_documents
from api.pages.blueprint import blueprint, inline
from api.pages.downloads import csv_file
from api.references.documents import ReferenceDocument, reference_document
from drawing.numbers import in_one_unit
from drawing.square_values import Value, heat_map_svg
from engine.boards.board import Board
from engine.boards.piece import piece_key
from engine.features.extremes import QUANTITIES
from findings.comparison.jobs import DECIDING, differences
from findings.comparison.pairs import compare_squares
from findings.comparison.table import comparison_table
from findings.references.selection import comparable_figures, published_figures
from findings.results.recent import spread
from findings.statements.job_statements import statements_of_jobs
from findings.statements.published_figures import printed_statements
from findings.statements.statement import Statement
from language.translate import translate
from phrasing.vocabulary import field_name
from store.jobs.current_result import problem_of
from store.jobs.lifecycle import get_jobs
from store.models.jobs import Job
from store.models.references import ReferenceRow
from store.models.states import JobState
from store.queries import jobs as queries
from store.queries.campaigns import campaigns_of

MAX_SIDES = 6
MAX_OFFERED = 50
MAX_EXAMINED = 500
"""Newest jobs to choose from."""


@dataclass(frozen=True)
class Sides:
    """What the address asks to compare: jobs and published figures, their statements, and the board if all share it."""

    jobs: list[JobDocument]
    references: list[ReferenceDocument]
    statements: list[list[Statement]]
    board: Board | None
    offered: list[ReferenceRow]

    @property
    def names(self) -> list[str]:
        """Return what the table's columns are called in a file."""
        return [*(job.id for job in self.jobs), *(reference.key for reference in self.references)]


@blueprint.get("/compare")
def show_comparison() -> str:
    """Show the jobs and figures that the address names (`job`, `reference`) side by side, and others to choose from."""
    sides = _read_sides()
    with reading() as session:
        rows = _offer(session, sides.board)
        offered = load_documents(session, rows)
        ended = [] if sides.jobs else [row for row in rows if row.state == JobState.SUCCEEDED]
        counted = {row.public_id for row, known in zip(ended, statements_of_jobs(session, ended), strict=True) if known}
    return render_template(
        "compare.html",
        sides=sides,
        jobs=sides.jobs,
        rows=comparison_table(sides.statements),
        offered=offered,
        alike=_alike([job for job in offered if job.id in counted]),
        maps=_maps(sides),
        unlike=_unlike(sides.jobs),
    )


def _offer(session: Session, board: Board | None) -> list[Job]:
    """Return jobs to choose from, newest first: those of the board compared, else a few of each campaign first."""
    job_filter = queries.JobFilter(board=None if board is None else board.label)
    rows = queries.find_jobs(session, job_filter, before=None, limit=MAX_EXAMINED)
    campaigns = campaigns_of(session, [row.public_id for row in rows])
    return spread(rows, [campaigns.get(row.public_id) for row in rows])[:MAX_OFFERED]


@blueprint.get("/compare.csv")
def comparison_file() -> Response:
    """Send the comparison as a table, each figure with its subject."""
    sides = _read_sides()
    figures = (f"{name} {what}" for name in sides.names for what in ("value", "error", "z"))
    head = ["board", "piece", "starts", "quantity", "convention", "restriction", *figures]
    body: list[list[object]] = []
    for row in comparison_table(sides.statements):
        one = row.first
        cells: list[object] = [
            one.subject.board, one.subject.piece, one.subject.starts, one.quantity, one.convention, one.restriction,
        ]  # fmt: skip
        for cell in row.cells:
            z = None if cell is None or cell.compared is None else cell.compared.z
            cells += ["", "", ""] if cell is None else [cell.statement.value, cell.statement.standard_error, z]
        body.append(cells)
    return csv_file([head, *body])


@blueprint.get("/compare/<int:number>.svg")
def comparison_map(number: int) -> Response:
    """Send the map of z-scores of the first job against the one of this number."""
    sides = _read_sides()
    if sides.board is None or not 0 < number < len(sides.jobs):
        raise not_found("such map")
    return drawing(_map(sides.board, sides.statements[0], sides.statements[number])[1])


def _alike(jobs: list[JobDocument]) -> list[list[JobDocument]]:
    """Return the jobs in groups that count the same tours, two or more in each."""
    groups: dict[str, list[JobDocument]] = {}
    for job in jobs:
        groups.setdefault(str([job.specification.get(name) for name in DECIDING]), []).append(job)
    return [group[:MAX_SIDES] for group in groups.values() if len(group) > 1]


def _unlike(jobs: list[JobDocument]) -> list[str]:
    """Return the fields that decide what is counted and in which the jobs differ from the first."""
    found = [name for job in jobs[1:] for name in differences(jobs[0].specification, job.specification)]
    return [translate(field_name(name)) for name in dict.fromkeys(found)]


def _read_sides() -> Sides:
    ids = list(dict.fromkeys(request.args.getlist("job")))[:MAX_SIDES]
    with reading() as session:
        rows = get_jobs(session, ids)
        documents = load_documents(session, rows)
        statements = statements_of_jobs(session, rows)
        same = len({row.board_id for row in rows}) == 1 and rows[0].board_id is not None
        board = problem_of(rows[0]).board if same else None
        offered = _find_published(session, rows, board)
        chosen = [row for row in offered if row.key in request.args.getlist("reference")][:MAX_SIDES]
        statements += [list(printed_statements(row, board.size if board else 0)) for row in chosen]
        references = [reference_document(row) for row in chosen]
    return Sides(documents, references, statements, board, offered)


def _find_published(session: Session, rows: list[Job], board: Board | None) -> list[ReferenceRow]:
    """Return the published counts of the jobs' board and piece, without extremes: jobs have none to compare."""
    if board is None:
        return []
    piece = problem_of(rows[0]).piece
    published = comparable_figures(published_figures(session, board.label, piece_key(piece)))
    return [row for row in published if row.quantity not in QUANTITIES]


def _maps(sides: Sides) -> list[dict[str, object]]:
    if sides.board is None or sides.board.size > heat_maps.MAX_INLINE:
        return []
    maps = []
    for number in range(1, len(sides.jobs)):
        differs, svg = _map(sides.board, sides.statements[0], sides.statements[number])
        if differs:
            maps.append({"number": number, "drawing": inline(svg)})
    return maps


def _map(board: Board, first: list[Statement], second: list[Statement]) -> tuple[bool, str]:
    """Return whether any square differs, and the map: |z| by square, for exact figures 0 or 1 (different)."""
    scores: list[Value] = [None] * board.size
    for compared in compare_squares(first, second):
        if compared.quantity not in ("tours", "closed", "open"):
            continue
        for row in compared.rows:
            score = abs(row.z) if row.z is not None else None if row.agrees is None else float(not row.agrees)
            for square in row.first.subject.square_class or (tuple(row.square),):
                scores[board.index(list(square))] = score
        break
    title = f"Difference by start square of {board.label}, in standard errors (exact figures: 0 equal, 1 different)"
    return any(scores), heat_map_svg(board, scores, title, in_one_unit(scores)[0])
