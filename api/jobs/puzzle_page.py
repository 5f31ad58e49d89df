"""A puzzle to be solved by hand, with the mouse or the keys, and to be printed."""

from __future__ import annotations

from flask import Response, render_template, request, url_for

from api.http.problems import not_found
from api.http.services import reading
from api.jobs.load import document_of
from api.pages.blueprint import blueprint
from api.puzzles.board_to_fill import BoardToFill
from api.puzzles.page import solution_document
from engine.kinds.complete.grids import read_grid
from engine.specification.squares import LISTS_OF_LISTS
from findings.results.job_view import JobView


@blueprint.get("/jobs/<job_id>/puzzle")
def job_puzzle(job_id: str) -> str:
    """Show the numbers of a puzzle, or those that a completion was given, on a board to be filled."""
    with reading() as session:
        view = JobView.find(session, job_id)
        job, board, numbers = document_of(session, view.job), view.board, given_numbers(view)
    if board is None or not numbers:
        raise not_found("puzzle of this job")
    fill = BoardToFill(
        board,
        numbers,
        request.path,
        url_for("dashboard.job_puzzle_solution", job_id=job_id) if "puzzle" in view.so_far.extra else "",
        view.problem.piece,
        view.job.specification.get("tours") == "closed",
    )
    return render_template("puzzle.html", job=job, fill=fill)


@blueprint.get("/jobs/<job_id>/puzzle/solution.json")
def job_puzzle_solution(job_id: str) -> Response:
    """Send the solution of a puzzle that a job made: its numbers by square."""
    with reading() as session:
        view = JobView.find(session, job_id)
        board, made = view.board, view.so_far.extra.get("puzzle")
    if board is None or made is None:
        raise not_found("puzzle of this job")
    return solution_document([board.index(square) for square in made["solution"]])


def given_numbers(view: JobView) -> dict[int, int]:
    """Return the number by square of a puzzle on a flat board; {} where there is none, or moves are given."""
    board, specification = view.board, view.job.specification
    if board is None or not board.is_flat:
        return {}
    made, solved = (view.so_far.extra.get(name) or {} for name in ("puzzle", "completion"))
    if made:
        return dict(read_grid(board, made["grid"]))
    if not solved or solved["verdict"] == "none" or any(specification.get(name) for name in LISTS_OF_LISTS):
        return {}
    return {board.index(given["square"]): given["number"] for given in specification["givens"]}
