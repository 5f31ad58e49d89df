"""What is published of a whole board."""

from __future__ import annotations

from sqlalchemy.orm import Session

from engine.programs import RULE
from store.models.references import ReferenceRow
from store.queries.references import ReferenceFilter, find_references

COUNTED = ("tours", "paths", "closed", "cycles", "cycle_classes")


def published_figures(session: Session, label: str, piece: str | None = None) -> list[ReferenceRow]:
    """Return the single numbers published of a whole board, in the order of print."""
    rows = find_references(session, ReferenceFilter(board=label, piece=piece))
    return [row for row in rows if not row.place and printed_number(row) is not None]


def comparable_figures(session: Session, label: str, piece: str | None = None) -> list[ReferenceRow]:
    """Return those of the published figures that count all tours, paths or cycles of the board.

    Tables whose name begins with the rule count what Warnsdorff's rule reaches, not all there is.
    """
    rows = published_figures(session, label, piece)
    return [row for row in rows if row.quantity in COUNTED and not row.table.startswith(RULE)]


def printed_number(row: ReferenceRow) -> int | float | None:
    """Return the printed value as a number; exact ones are decimal text. None where it is none."""
    value = row.value
    if isinstance(value, str):
        return int(value) if value.isdecimal() else None
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None
