"""Totals that follow from counts of single start squares, if all together were not counted.

So the ten classes of start squares of 8x8, one job each, give a total that can be compared with a published one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from engine.boards.board import Board
from engine.boards.symmetry import square_classes
from findings.statements.by_start import MAX_SQUARES
from findings.statements.statement import MAX_SOURCES, Source, Statement
from language.translate import gettext_noop

Group = tuple[tuple[int, ...], str]
"""Piece and quantity."""

JOBS = ("job",)
JOBS_AND_ATLAS = ("job", "atlas")
SUM = gettext_noop("sum over start squares")
"""The method of such a total, however its parts were counted."""


def summed_by_start(board: Board, statements: Sequence[Statement]) -> Iterator[Statement]:
    """Yield the total of each quantity counted from a square of every class, but not from all squares.

    By jobs here alone, or else with the atlas's figures of the classes. statements: of the board, each start square as
    that of its class, equal ones merged. If two exact values of a class differ, no total follows.
    """
    if board.size > MAX_SQUARES:
        return
    classes = len(square_classes(board).representatives)
    exact = [one for one in statements if one.exact and one.restriction is None]
    summed: set[Group] = set()
    for kinds in (JOBS, JOBS_AND_ATLAS):
        facts = [one for one in exact if any(source.kind in kinds for source in one.sources)]
        summed |= {(one.subject.piece, one.quantity) for one in facts if one.subject.starts == "all"}
        for group, rows in _by_class(facts).items():
            if group not in summed and len(rows) == classes == len({one.subject.starts for one in rows}):
                summed.add(group)
                yield _total(rows, kinds)


def _by_class(facts: Sequence[Statement]) -> Mapping[Group, list[Statement]]:
    """Return the figures of single classes of start squares, by piece and quantity."""
    found: dict[Group, list[Statement]] = {}
    for one in facts:
        if one.subject.square_class is not None:
            found.setdefault((one.subject.piece, one.quantity), []).append(one)
    return found


def _total(rows: Sequence[Statement], kinds: Collection[str]) -> Statement:
    total = sum(int(one.value) * len(one.subject.square_class or ()) for one in rows)
    summed = [source for one in rows for source in one.sources if source.kind in kinds]
    way = SUM if kinds == JOBS else None
    sources: dict[str, Source] = {
        source.id: replace(source, method=SUM, cpu_seconds=None, certificate=None, way=way) for source in summed
    }
    return replace(
        rows[0],
        subject=replace(rows[0].subject, starts="all", square_class=None),
        value=str(total),
        sources=tuple(sources.values())[:MAX_SOURCES],
        more=max(0, len(sources) - MAX_SOURCES),
        confirmed_by=(),
    )
