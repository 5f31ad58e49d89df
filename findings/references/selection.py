"""Published figures of whole boards, in printed order."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy.orm import Session

from engine.features.extremes import QUANTITIES
from engine.kinds.common.method import RULE
from engine.kinds.figure_scope import LENGTHS
from findings.references.data_files import IMPLIED, Figure
from store.models.references import ReferenceRow
from store.queries.figure_lists import find_figures

COUNTED = ("tours", "paths", "closed", "cycles", "cycle_classes", *LENGTHS, *QUANTITIES)
"""Printed quantities that are facts of a board."""


def published_figures(session: Session, label: str, piece: str | None = None) -> list[ReferenceRow]:
    """Return the single numbers published of a whole board, in printed order, if their source prints them."""
    rows = find_figures(session, ReferenceRow, {"board": label, "piece": piece})
    printed = [row for row in rows if row.status != IMPLIED]
    return [row for row in printed if not row.place and printed_number(row) is not None]


def comparable_figures(published: Iterable[ReferenceRow]) -> list[ReferenceRow]:
    """Return the published figures that count all tours, paths or cycles of the board, or a longest path.

    Tables whose name begins with the rule count what Warnsdorff's rule reaches, not everything.
    """
    return [row for row in published if is_comparable(row)]


def is_comparable(row: ReferenceRow | Figure) -> bool:
    """Whether a figure is a fact of a whole board, as in `comparable_figures`."""
    return row.quantity in COUNTED and not row.table.startswith(RULE)


def printed_number(row: ReferenceRow) -> int | float | None:
    """Return the printed value, which is decimal text if exact, as a number; None if it is not one."""
    value = row.value
    if isinstance(value, str):
        return int(value) if value.isdecimal() else None
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None
