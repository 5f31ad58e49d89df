"""A puzzle to be solved by hand, with the mouse or the keys, and to be printed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import render_template

from api.http.problems import not_found
from api.http.services import reading
from api.jobs.load import document_of
from api.pages.blueprint import blueprint
from engine.boards.board import Board
from engine.boards.move_graph import move_graph
from engine.boards.squares import written_square
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
        numbers = given_numbers(row.specification, board, current_result(session, row))
    if board is None or not numbers:
        raise not_found("puzzle of this job")
    names = [written_square(board, square) for square in range(board.size)]
    return render_template(
        "puzzle.html",
        job=job,
        numbers=numbers,
        names=names,
        rows=board.numbers.reshape(board.shape).tolist(),
        moves=move_graph(board, problem.piece).lists,
        closed=row.specification.get("tours") == "closed",
    )


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
