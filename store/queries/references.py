"""Published figures, in the order of print: lists with filters and keyset pages, and what is known of whole boards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from engine.programs import RULE
from engine.specification.scope import LENGTHS
from store.database.db import number_of
from store.models.references import ReferenceRow
from store.references.data_files import Figure

COUNTED = ("tours", "paths", "closed", "cycles", "cycle_classes", *LENGTHS)
"""Quantities in print that are facts of a board."""


@dataclass(frozen=True)
class ReferenceFilter:
    """Which figures to list; None does not restrict. piece: components as text, such as "1,2"."""

    source: str | None = None
    table: str | None = None
    board: str | None = None
    piece: str | None = None
    quantity: str | None = None
    status: str | None = None


def find_references(
    session: Session, wanted: ReferenceFilter, *, after: int = 0, limit: int | None = None
) -> list[ReferenceRow]:
    """Return up to `limit` figures (None: all) with ids above `after`, in the order of their ids."""
    statement = select(ReferenceRow).where(ReferenceRow.id > after, *_asked(wanted)).order_by(ReferenceRow.id)
    return list(session.scalars(statement if limit is None else statement.limit(limit)))


def count_references(session: Session, wanted: ReferenceFilter) -> int:
    """Return how many figures `find_references` would list on all pages."""
    return number_of(session, ReferenceRow, *_asked(wanted))


def _asked(wanted: ReferenceFilter) -> list[ColumnElement[bool]]:
    return [getattr(ReferenceRow, name) == value for name, value in vars(wanted).items() if value is not None]


def published_figures(session: Session, label: str, piece: str | None = None) -> list[ReferenceRow]:
    """Return the single numbers published of a whole board, in the order of print."""
    rows = find_references(session, ReferenceFilter(board=label, piece=piece))
    return [row for row in rows if not row.place and printed_number(row) is not None]


def comparable_figures(published: Iterable[ReferenceRow]) -> list[ReferenceRow]:
    """Return those of published figures that count all tours, paths or cycles of the board, or tell a longest path.

    Tables whose name begins with the rule count what Warnsdorff's rule reaches, not all there is.
    """
    return [row for row in published if is_comparable(row)]


def is_comparable(row: ReferenceRow | Figure) -> bool:
    """Whether a figure is a fact of a whole board, as `comparable_figures`."""
    return row.quantity in COUNTED and not row.table.startswith(RULE)


def printed_number(row: ReferenceRow) -> int | float | None:
    """Return the printed value as a number; exact ones are decimal text. None where it is none."""
    value = row.value
    if isinstance(value, str):
        return int(value) if value.isdecimal() else None
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None
