"""What a question found, for people: the answer, then the one table or picture that belongs to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from rich.console import Console

from cli.output import phrase_quantity
from cli.show.board_table import square_tables
from cli.show.documents import EXTRAS, PARTS, print_whole, say
from cli.show.sources import sources_of
from drawing.amounts import amount
from engine.boards.labels import parse_board
from engine.boards.squares import written_square
from engine.errors import InvalidProblemError
from engine.tours.parse import grid_text, squares_text
from language.translate import gettext, gettext_noop, translate

Row = Mapping[str, object]
Result = Mapping[str, Any]

MAX_GRID_WIDTH = 26
MAX_SHORT_ROWS = 16
MAX_WARNINGS = 2
MAX_TERMS_SHOWN = 20
"""Terms of a family that a screen shows."""

MAX_COEFFICIENTS = 50
AROUND = 13
"""Lines of a screen around a table: question, answer, headings, the note on the rest, and the next prompt."""


@dataclass(frozen=True)
class View:
    """How to show a finding.

    named: squares by name where they have names. lines: of the screen, None without one. first: the number of a tour's
    first square in a grid.
    """

    named: bool = True
    lines: int | None = None
    first: int = 1

    def rows(self, rows: Sequence[Row]) -> Sequence[Row]:
        """Return as many rows as there is room for."""
        return rows if self.lines is None else rows[: max(1, self.lines - AROUND)]


def show_finding(out: Console, result: Result, view: View = View()) -> None:
    """Print the answer of a job and its main figures; --json has everything."""
    head = result["job"]
    say(out, head.get("answer") or head.get("explanation") or _state(head))
    if result.get("known"):
        sources = sources_of(result["known"][0])
        if head["kind"] == "strip":
            say(out, gettext("The terms are exact, by %(sources)s.", sources=sources))
        else:
            say(out, gettext("Exact, by %(sources)s.", sources=sources))
    show = _counts if result.get("known") and head["kind"] == "sample" else PRINTERS.get(head["kind"])
    if show is not None:
        show(out, result, view)


def _state(head: Mapping[str, Any]) -> str:
    return gettext("The job is %(state)s.", state=translate(head["state"]))


def _counts(out: Console, result: Result, view: View) -> None:
    """Print the counts by start square that are not zero everywhere, and those by both ends if asked for."""
    squares = result.get("squares") or []
    shown = [name for name in ("tours", "closed") if any(row.get(name) not in (None, "0") for row in squares)]
    if shown and len(squares) > 1:
        shown = shown if shown != ["tours", "closed"] or _differ(squares) else ["tours"]
        width = out.width if out.is_terminal else None
        for table in square_tables(squares, shown if view.lines is None else shown[:1], width):
            if view.lines is None or table.row_count <= view.lines - AROUND:
                print_whole(out, table)
    if result.get("ends") and (view.lines is None or not shown):
        print_whole(out, PARTS["ends"](view.rows(result["ends"])))


def _differ(squares: list[Mapping[str, object]]) -> bool:
    return any(row.get("tours") != row.get("closed") for row in squares)


def _tour(out: Console, result: Result, view: View) -> None:
    """Print the tour as a board of numbers where it is flat and not too wide, else its squares in order."""
    tours, extreme = result.get("tours") or [], (result.get("extra") or {}).get("extreme")
    if extreme:
        print_whole(out, EXTRAS["extreme"](extreme), words_last=True)
    if not tours:
        return
    try:
        board = parse_board(result["job"]["spec"]["board"])
    except (InvalidProblemError, TypeError):
        return
    path = [board.index(square) for square in tours[0]["squares"]]
    gridded = board.is_flat and board.shape[-1] <= MAX_GRID_WIDTH
    text = grid_text(board, np.array(path), view.first) if gridded else squares_text(board, np.array(path))
    lines = text.rstrip("\n").splitlines()
    if view.lines is None or len(lines) <= view.lines - AROUND:
        out.print("\n".join(lines), markup=False)


def _estimates(out: Console, result: Result, view: View) -> None:
    """Print the estimates of all start squares together, with what makes them doubtful."""
    whole = [one for one in result.get("estimates") or [] if one.get("square") is None]
    if whole:
        print_whole(out, PARTS["estimates"](view.rows(whole)))
    warnings = [
        gettext_noop(f"warning: {phrase_quantity(one['quantity'])} by {one['estimator']}: {text}")
        for one in whole
        for text in one.get("warnings", [])
    ]
    for warning in warnings if view.lines is None else warnings[:MAX_WARNINGS]:
        say(out, warning)


def _distances(out: Console, result: Result, view: View) -> None:
    """Print one shortest way, or the distances of a small board, or how many squares are at each distance."""
    extra, rows = result.get("extra") or {}, result.get("distances") or []
    way = (extra.get("walk") or {}).get("squares") or extra.get("path")
    if way:
        board = parse_board(result["job"]["spec"]["board"])
        names = " ".join(written_square(board, board.index(square), named=view.named) for square in way)
        say(out, f"it goes: {names}" if extra.get("walk") or "uncrossed" in extra else f"one of them: {names}")
    elif "squares_by_distance" in extra:
        shown = enumerate(extra["squares_by_distance"])
        at = ", ".join(gettext("%(number)s at %(moves)s", number=number, moves=moves) for moves, number in shown)
        say(out, f"squares by number of moves: {at}")
    for name, order in (extra.get("orders") or {}).items():
        search, squares = name.replace("_", "-"), amount(order["entered"], "square")
        moves, own = order["moves"], "path" in extra
        say(out, f"{search} search enters {squares}, moves of its {'' if own else 'longest '}way: {moves}")
    if "path" not in extra and "squares_by_distance" not in extra and 1 < len(rows) <= MAX_SHORT_ROWS:
        print_whole(out, PARTS["distances"](rows))


def _puzzle(out: Console, result: Result, _view: View) -> None:
    """Print the grid of a puzzle."""
    made = (result.get("extra") or {}).get("puzzle")
    if made:
        out.print(made["grid"].rstrip("\n"), markup=False)


def _census(out: Console, result: Result, _view: View) -> None:
    """Print the extremes and means of a census."""
    found = (result.get("extra") or {}).get("census")
    if found:
        print_whole(out, EXTRAS["census"](found))


def _family(out: Console, result: Result, view: View) -> None:
    """Print the first terms of a family, and its recurrence where it is short."""
    found = (result.get("extra") or {}).get("strip")
    if not found:
        return
    terms = found["terms"][: result["job"]["spec"]["terms"] if view.lines is None else MAX_TERMS_SHOWN]
    for n, term in enumerate(terms, 1):
        out.print(f"a({n}) = {term}", markup=False)
    if found.get("recurrence") and len(found["recurrence"]) <= MAX_COEFFICIENTS:
        say(out, f"coefficients of the recurrence: {', '.join(found['recurrence'])}")


def _tests(out: Console, result: Result, view: View) -> None:
    """Print the tests, those not passed first."""
    rows = sorted(result.get("tests") or [], key=lambda row: row.get("verdict") in (None, "pass", "flying colours"))
    if rows:
        print_whole(out, PARTS["tests"](view.rows(rows)))


PRINTERS: dict[str, Callable[[Console, Result, View], None]] = {
    "enumerate": _counts,
    "construct": _tour,
    "complete": _tour,
    "puzzle": _puzzle,
    "census": _census,
    "sample": _estimates,
    "distance": _distances,
    "uncrossed": _distances,
    "strip": _family,
    "test-generator": _tests,
}
