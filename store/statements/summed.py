"""Totals that follow from what single start squares have: where several jobs have counted them, and none all together.

So the ten classes of start squares of 8x8, one job each, come to a total that can be held against a published one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from engine.boards.board import Board
from engine.boards.symmetry import square_classes
from store.statements.by_start import LARGEST
from store.statements.statement import MOST_SOURCES, Source, Statement

SUM = "sum over start squares"
"""The one way by which such a total is known, however its parts were counted."""


def summed_by_start(board: Board, statements: Sequence[Statement]) -> Iterator[Statement]:
    """Yield the total of each quantity that jobs have counted from a square of every class, but not from all squares.

    statements: of the board, each start square as that of its class, equal ones put together. Where two exact values
    of a class stand side by side no total follows.
    """
    if board.size > LARGEST:
        return
    classes = len(square_classes(board).representatives)
    facts = [one for one in statements if one.exact and one.restriction is None and _counted_here(one)]
    whole = {(one.subject.piece, one.quantity) for one in facts if one.subject.starts == "all"}
    for group, rows in _by_class(facts).items():
        if group not in whole and len(rows) == classes == len({one.subject.starts for one in rows}):
            yield _total(rows)


def _counted_here(one: Statement) -> bool:
    return any(source.kind == "job" for source in one.sources)


def _by_class(facts: Sequence[Statement]) -> Mapping[tuple[tuple[int, ...], str], list[Statement]]:
    """Return the figures of single classes of start squares, by piece and quantity."""
    found: dict[tuple[tuple[int, ...], str], list[Statement]] = {}
    for one in facts:
        if one.subject.square_class is not None:
            found.setdefault((one.subject.piece, one.quantity), []).append(one)
    return found


def _total(rows: Sequence[Statement]) -> Statement:
    total = sum(int(one.value) * len(one.subject.square_class or ()) for one in rows)
    sources: dict[str, Source] = {
        source.id: replace(source, way=SUM) for one in rows for source in one.sources if source.kind == "job"
    }
    return replace(
        rows[0],
        subject=replace(rows[0].subject, starts="all", square_class=None),
        value=str(total),
        sources=tuple(sources.values())[:MOST_SOURCES],
        more=max(0, len(sources) - MOST_SOURCES),
        confirmed_by=(),
    )
