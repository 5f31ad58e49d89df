"""The puzzle of the day, its solution, and sheets of several puzzles to be printed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Literal

from flask import Response, jsonify, render_template, request, url_for
from pydantic import BeforeValidator, Field

from api.http.problems import Fault, invalid
from api.openapi.query import Query, parse_query
from api.pages.blueprint import blueprint
from api.puzzles.board_to_fill import BoardToFill
from api.puzzles.daily import GIVENS, DailyPuzzle, Degree, puzzle_of
from phrasing.texts import Flag

FIRST_DAY = date(2000, 1, 1)
"""The earliest day that has a puzzle."""

COUNTS = (4, 6)
"""How many puzzles a sheet may have."""


class PuzzleQuery(Query):
    """Which puzzle."""

    degree: Degree = "easy"
    date: Annotated[str, Field(max_length=10)] = Field(default="", description="as in 2026-11-26; else today in UTC")


class SheetQuery(PuzzleQuery):
    """Which puzzles: those of a day and of the days before it."""

    count: Annotated[Literal[4, 6], BeforeValidator(lambda text: int(text) if text in ("4", "6") else text)] = 4
    solutions: Flag = False


@blueprint.get("/puzzles")
def puzzles() -> str:
    """Show the puzzle of a day, to be filled."""
    query = parse_query(PuzzleQuery, request.args)
    today, day = _days(query)
    puzzle = puzzle_of(day, query.degree)
    solution = url_for("dashboard.puzzle_solution", degree=query.degree, date=day)
    fill = BoardToFill(puzzle.board, puzzle.numbers, f"{day} {query.degree}", solution)
    earlier = day - timedelta(days=1) if day > FIRST_DAY else None
    later = day + timedelta(days=1) if day < today else None
    return render_template(
        "puzzles.html", query=query, day=day, today=today, earlier=earlier, later=later, fill=fill, degrees=list(GIVENS)
    )


@blueprint.get("/puzzles/solution.json")
def puzzle_solution() -> Response:
    """Send the solution of a day's puzzle: its numbers by square, rows from the top."""
    query = parse_query(PuzzleQuery, request.args)
    return solution_document(puzzle_of(_days(query)[1], query.degree).tour)


@blueprint.get("/puzzles/sheet")
def puzzle_sheet() -> str:
    """Show several puzzles on a page to be printed, on request with their solutions on a second one."""
    query = parse_query(SheetQuery, request.args)
    day = _days(query)[1]
    days = [day - timedelta(days=back) for back in range(query.count)]
    found = [puzzle_of(one, query.degree) for one in days]
    return render_template(
        "puzzle_sheet.html",
        query=query,
        day=day,
        degrees=list(GIVENS),
        counts=COUNTS,
        puzzles=[(one, BoardToFill(one.board, one.numbers)) for one in found],
        solutions=[(one, _solved(one)) for one in found] if query.solutions else [],
    )


def solution_document(tour: Sequence[int]) -> Response:
    """Return the solution, which a page loads for its hints: {"numbers": the number of each square}."""
    numbers = {square: number for number, square in enumerate(tour, 1)}
    return jsonify({"numbers": [numbers[square] for square in sorted(numbers)]})


def _solved(puzzle: DailyPuzzle) -> BoardToFill:
    return BoardToFill(puzzle.board, puzzle.solution)


def _days(query: PuzzleQuery) -> tuple[date, date]:
    """Return today and the requested day; a 422 problem if that is not a date, or a day without a puzzle."""
    today = datetime.now(UTC).date()
    if not query.date:
        return today, today
    try:
        day = date.fromisoformat(query.date)
    except ValueError as error:
        raise invalid([Fault(parameter="date", detail="is a day as in 2026-11-26")]) from error
    if not FIRST_DAY <= day <= today:
        raise invalid([Fault(parameter="date", detail=f"is a day from {FIRST_DAY} to {today}, today in UTC")])
    return today, day
