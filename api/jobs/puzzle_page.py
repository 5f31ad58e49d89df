"""A puzzle to be solved by hand, with the mouse or the keys, and to be printed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Response, render_template, request, url_for

from api.http.problems import not_found
from api.http.services import reading
from api.jobs.load import document_of
from api.pages.blueprint import blueprint
from api.puzzles.board_to_fill import BoardToFill
from api.puzzles.page import solution_document
from engine.boards.board import Board
from engine.kinds.complete.grids import read_grid
from engine.specification.result import Result
from engine.specification.squares import LISTS_OF_LISTS
from store.jobs import lifecycle
from store.jobs.current_result import current_result, problem_of


@blueprint.get("/jobs/<job_id>/puzzle")
def job_puzzle(job_id: str) -> str:
    """Show the numbers of a puzzle, or those that a completion was given, on a board to be filled."""
    with reading() as session:
        row = lifecycle.get_job(session, job_id)
        problem, job = problem_of(row), document_of(session, row)
        board = problem.board
        result = current_result(session, row)
        numbers = given_numbers(row.specification, board, result)
    if board is None or not numbers:
        raise not_found("puzzle of this job")
    fill = BoardToFill(
        board,
        numbers,
        request.path,
        url_for("dashboard.job_puzzle_solution", job_id=job_id) if "puzzle" in result.extra else "",
        problem.piece,
        row.specification.get("tours") == "closed",
    )
    return render_template("puzzle.html", job=job, fill=fill)


@blueprint.get("/jobs/<job_id>/puzzle/solution.json")
def job_puzzle_solution(job_id: str) -> Response:
    """Send the solution of a puzzle that a job made: its numbers by square."""
    with reading() as session:
        row = lifecycle.get_job(session, job_id)
        board, made = problem_of(row).board, current_result(session, row).extra.get("puzzle")
    if board is None or made is None:
        raise not_found("puzzle of this job")
    return solution_document([board.index(square) for square in made["solution"]])


def given_numbers(specification: Mapping[str, Any], board: Board | None, result: Result) -> dict[int, int]:
    """Return the number by square of a puzzle on a flat board; {} where there is none, or moves are given."""
    if board is None or not board.is_flat:
        return {}
    made, solved = (result.extra.get(name) or {} for name in ("puzzle", "completion"))
    if made:
        return dict(read_grid(board, made["grid"]))
    if not solved or solved["verdict"] == "none" or any(specification.get(name) for name in LISTS_OF_LISTS):
        return {}
    return {board.index(given["square"]): given["number"] for given in specification["givens"]}
