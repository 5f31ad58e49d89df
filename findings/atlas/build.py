"""Atlas entries made from the results of jobs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.boards.board import Board
from engine.boards.piece import piece_key
from engine.boards.symmetry import square_classes
from engine.kinds.figure_scope import Starts, estimated_scope, scope_of
from engine.kinds.parse import parse_problem
from engine.specification.normal_form import NOT_IN_THE_HASH
from findings.atlas.entries import AtlasFigure, Entry, move_key, square_key
from store.models.atlas import EVERYWHERE

Document = Mapping[str, Any]


def entry_of(document: Document) -> Entry | None:
    """Return the entry of an ended job; None if it found no fact of its whole board or of one start square.

    document: the job's result document.
    """
    job = document["job"]
    asked = asked_of(job["spec"])
    problem = parse_problem(asked)
    assert problem.board is not None
    found = [*_counts(document, problem.board), *_estimates(document)]
    if (census := document.get("extra", {}).get("census")) is not None:
        found = [_with_sums(figure, census) for figure in found if figure.quantity == "cycles"]
    figures = {figure.quantity: figure for figure in reversed(found)}  # a job may name one fact twice
    if not figures:
        return None
    return Entry(
        board=problem.board.label,
        piece=piece_key(problem.piece),
        specification=asked,
        engine=job["engine"],
        cpu_seconds=round(float(job["cpu_seconds"]), 3),
        certificate=None,
        figures=tuple(reversed(figures.values())),
    )


def asked_of(specification: Document) -> dict[str, Any]:
    """Return a specification without the fields that do not affect what is counted."""
    return {name: value for name, value in specification.items() if name not in NOT_IN_THE_HASH}


def _counts(document: Document, board: Board) -> Iterator[AtlasFigure]:
    job = document["job"]
    for count in document.get("counts", ()):
        scope = scope_of(job["spec"], job["id"], job["outcome"], count["quantity"], count["method"])
        if scope.restriction is None and (starts := _name_starts(scope.starts)) is not None:
            whole = scope.quantity == "tours" and starts == EVERYWHERE
            by_start = _by_start(document.get("squares", ()), board) if whole else None
            by_end = _by_end(document.get("ends", ()), board) if whole else None
            found = scope.quantity, count["convention"], count["value"], count["method"]
            yield AtlasFigure(*found, by_start=by_start, by_end=by_end, starts=starts)


def _with_sums(figure: AtlasFigure, census: Document) -> AtlasFigure:
    """Return a census's count with its sums: tours by the value of its one statistic, and tours by move."""
    rows = census["distributions"] if len(census["distributions"]) == 1 else ()
    by_value = {str(value): tours for row in rows for value, tours in enumerate(row["tours"], row["least"])}
    by_move = {move_key(row["squares"]): row["tours"] for row in census.get("moves") or ()}
    return replace(figure, by_value=by_value or None, by_move=by_move or None)


def _name_starts(starts: Starts) -> str | None:
    """Return the atlas's name of start squares; None for several: the atlas has no such figures."""
    if starts == "all":
        return EVERYWHERE
    return square_key(starts[0]) if len(starts) == 1 else None


def _estimates(document: Document) -> Iterator[AtlasFigure]:
    job = document["job"]
    for one in document.get("estimates", ()):
        biased_by = None if one["unbiased"] else one["estimator"]
        scope = estimated_scope(job["spec"], job["id"], one["quantity"], biased_by=biased_by, square=one.get("square"))
        if scope.restriction is None and scope.starts == "all":
            yield AtlasFigure(
                scope.quantity,
                one["convention"],
                repr(one["value"]),
                one["estimator"],
                exact=False,
                standard_error=one["standard_error"],
                samples=one["samples"],
            )


def _by_start(squares: Sequence[Document], board: Board) -> dict[str, str] | None:
    """Return the directed tours from the first square of each class; None unless counted from each."""
    values = {board.index(row["square"]): row["tours"] for row in squares if row.get("tours") is not None}
    first = [int(square) for square in square_classes(board).representatives]
    if any(square not in values for square in first):
        return None
    return {square_key(board.square(square)): values[square] for square in first}


def _by_end(ends: Sequence[Document], board: Board) -> dict[str, dict[str, str]] | None:
    """Return the directed tours from the first square of each class to each end; None unless counted."""
    first = {int(square) for square in square_classes(board).representatives}
    found: dict[str, dict[str, str]] = {}
    for row in ends:
        if board.index(row["start"]) in first:
            found.setdefault(square_key(row["start"]), {})[square_key(row["end"])] = row["tours"]
    return found or None
