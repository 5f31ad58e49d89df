"""Atlas facts of a board as statements: figures computed by Cavalier in advance."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.kinds.figure_scope import Starts
from findings.statements.statement import Source, Statement, Subject
from language.translate import gettext_noop
from store.models.atlas import EVERYWHERE, AtlasRow

TITLE = gettext_noop("Cavalier atlas")
"""The name of this source."""


CLOSING = ("tours", "closed")
"""Quantities that count the tours between two squares a move apart: all of these close."""


def atlas_statements(session: Session, label: str, pieces: Collection[str], *, squares: bool) -> Iterator[Statement]:
    """Yield the atlas's statements on a board and these pieces, cheapest first. squares: by start square too.

    Sweeps from a single square also find cycles, but take ten times as long as those for cycles.
    """
    rows = select(AtlasRow).where(AtlasRow.board == label, AtlasRow.piece.in_(pieces))
    for row in session.scalars(rows.order_by(AtlasRow.cpu_seconds, AtlasRow.id)):
        if row.starts == EVERYWHERE or squares:
            yield _statement(row, "all" if row.starts == EVERYWHERE else (_numbers(row.starts),), row.value)
        for square, value in (row.by_start or {}).items() if squares else ():
            yield _statement(row, (_numbers(square),), value)


def atlas_ends(
    session: Session, label: str, piece: str, quantity: str, pairs: Collection[tuple[str, str]]
) -> Iterator[tuple[tuple[str, str], str, Source]]:
    """Yield the atlas's counts of tours between two squares: the pair, the value and its source.

    A tour whose ends are a move apart closes, so there are as many as closed tours that use this move. pairs: first and
    last square, as text ("1,1").
    """
    kept = AtlasRow.board == label, AtlasRow.piece == piece, AtlasRow.exact
    moves = (*kept, AtlasRow.quantity == "cycles", AtlasRow.by_move.is_not(None))
    for row in session.scalars(select(AtlasRow).where(*moves)) if quantity in CLOSING else ():
        for first, last in sorted(pairs):
            value = (row.by_move or {}).get(f"{first};{last}")
            if value is not None:
                yield (first, last), value, _source(row)
    ends = (*kept, AtlasRow.quantity == quantity, AtlasRow.by_end.is_not(None))
    for row in session.scalars(select(AtlasRow).where(*ends)):
        for first, last in sorted(pairs):
            value = (row.by_end or {}).get(first, {}).get(last)
            if value is not None:
                yield (first, last), value, _source(row)


def _statement(row: AtlasRow, starts: Starts, value: str) -> Statement:
    return Statement(
        subject=Subject(row.board, _numbers(row.piece), starts),
        quantity=row.quantity,
        convention=row.convention,
        exact=row.exact,
        value=value if row.exact else float(value),
        restriction=None,
        reliability="exact" if row.exact else "estimate",
        sources=(_source(row),),
        standard_error=row.standard_error,
    )


def _source(row: AtlasRow) -> Source:
    return Source(
        kind="atlas",
        id=row.entry,
        title=TITLE,
        method=row.method,
        code=row.code_digest,
        cpu_seconds=row.cpu_seconds,
        samples=row.samples,
        specification=row.specification,
        certificate=row.certificate,
    )


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(","))
