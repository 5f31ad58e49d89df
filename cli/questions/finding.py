"""What a question found, for people: the answer, then the one table or picture that belongs to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from rich.console import Console

from cli.show.board_table import square_tables
from cli.show.documents import PARTS, print_whole
from engine.boards.labels import parse_board
from engine.boards.squares import written_square
from engine.errors import InvalidProblemError
from engine.tours.text import grid_text, squares_text

Result = Mapping[str, Any]

WIDEST_GRID = 26
FEW_ROWS = 16


def show_finding(out: Console, result: Result, *, named: bool = True, first: int = 1) -> None:
    """Print the answer of a job and what a person wants to see of it first; --json has everything.

    named: squares are told by name where they have names. first: the number of a tour's first square in a grid.
    """
    head = result["job"]
    out.print(head.get("answer") or head.get("explanation") or f"The job {head['state']}.", markup=False)
    show = SHOWN.get(head["kind"])
    if head["kind"] == "construct":
        _tour(out, result, first)
    if show is not None:
        show(out, result, named)


def _counts(out: Console, result: Result, _named: bool) -> None:
    """Print by start square whatever is not zero everywhere; by both ends where that was asked."""
    squares = result.get("squares") or []
    told = [name for name in ("tours", "closed") if any(row.get(name) not in (None, "0") for row in squares)]
    if told and len(squares) > 1:
        for table in square_tables(squares, told if told != ["tours", "closed"] or _differ(squares) else ["tours"]):
            print_whole(out, table)
    if result.get("ends"):
        print_whole(out, PARTS["ends"](result["ends"]))


def _differ(squares: list[Mapping[str, Any]]) -> bool:
    return any(row.get("tours") != row.get("closed") for row in squares)


def _tour(out: Console, result: Result, first: int) -> None:
    """Print the tour as a board of numbers where it is flat and not too wide, else its squares in order."""
    tours = result.get("tours") or []
    if not tours:
        return
    try:
        board = parse_board(result["job"]["spec"]["board"])
    except (InvalidProblemError, TypeError):
        return
    path = [board.index(square) for square in tours[0]["squares"]]
    gridded = board.is_flat and board.shape[-1] <= WIDEST_GRID
    text = grid_text(board, np.array(path), first) if gridded else squares_text(board, np.array(path))
    out.print(text.rstrip("\n"), markup=False)


def _estimates(out: Console, result: Result, _named: bool) -> None:
    """Print the estimates of all start squares together, with what makes them doubtful."""
    whole = [one for one in result.get("estimates") or [] if one.get("square") is None]
    if whole:
        print_whole(out, PARTS["estimates"](whole))
    for one in whole:
        for warning in one.get("warnings", []):
            out.print(f"warning: {one['quantity']} by {one['estimator']}: {warning}")


def _distances(out: Console, result: Result, named: bool) -> None:
    """Print one shortest way, or the distances of a small board, or how many squares are at each distance."""
    extra, rows = result.get("extra") or {}, result.get("distances") or []
    way = (extra.get("walk") or {}).get("squares") or extra.get("path")
    if way:
        board = parse_board(result["job"]["spec"]["board"])
        names = [written_square(board, board.index(square), named=named) for square in way]
        out.print(("it goes: " if extra.get("walk") else "one of them: ") + " ".join(names), markup=False)
    elif "squares_by_distance" in extra:
        told = enumerate(extra["squares_by_distance"])
        out.print("squares by number of moves: " + ", ".join(f"{number} at {moves}" for moves, number in told))
    for name, order in (extra.get("orders") or {}).items():
        entered = f"{name.replace('_', '-')} search enters {order['entered']} squares"
        out.print(f"{entered}{', its way has ' if 'path' in extra else ', its longest way has '}{order['moves']} moves")
    if "path" not in extra and "squares_by_distance" not in extra and 1 < len(rows) <= FEW_ROWS:
        print_whole(out, PARTS["distances"](rows))


SHOWN: dict[str, Callable[[Console, Result, bool], None]] = {
    "enumerate": _counts,
    "sample": _estimates,
    "distance": _distances,
}
