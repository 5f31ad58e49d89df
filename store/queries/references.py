"""Published figures: lists with filters and keyset pages, in the order of print."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from store.models.references import ReferenceRow


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
    statement = select(ReferenceRow).where(ReferenceRow.id > after).order_by(ReferenceRow.id)
    for name, value in vars(wanted).items():
        if value is not None:
            statement = statement.where(getattr(ReferenceRow, name) == value)
    return list(session.scalars(statement if limit is None else statement.limit(limit)))
