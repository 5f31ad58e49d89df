"""What publications say of a whole board, as statements in the quantities in which jobs count."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sqlalchemy.orm import Session

from store.models.references import ReferenceRow
from store.queries.published import comparable_figures, number_of
from store.statements.statement import Source, Statement, Subject

SEQUENCE = re.compile(r"\bA\d{6}\b")
OEIS = "https://oeis.org/"

Fact = tuple[str, str]
"""Quantity and convention."""


def published_statements(session: Session, label: str, piece: str, size: int) -> Iterator[Statement]:
    """Yield what is published of a board in each quantity that follows from it; prints known to be wrong say nothing."""
    for row in comparable_figures(session, label, piece):
        number = number_of(row)
        if row.status == "refuted" or number is None:
            continue
        for (quantity, convention), value in facts_of(row, number, size).items():
            yield _statement(row, label, piece, (quantity, convention), value, number)


def facts_of(row: ReferenceRow, number: float, size: int) -> dict[Fact, int | float]:
    """Return the facts that a figure states of a board of `size` squares.

    A path stands for two directed tours, a cycle of n squares for 2n directed closed tours.
    """
    key = (row.quantity, row.convention or "directed")
    if key == ("cycles", "undirected"):
        return {key: number, ("closed", "directed"): 2 * size * number}
    if key == ("paths", "undirected"):
        return {("tours", "directed"): 2 * number}
    return {key: number}


def sequence_link(row: ReferenceRow) -> str | None:
    """Return the address of the integer sequence that a figure is from, where it names one."""
    found = SEQUENCE.search(" ".join(filter(None, (row.note, row.what, row.finding))))
    return None if found is None else OEIS + found[0]


def _statement(row: ReferenceRow, label: str, piece: str, fact: Fact, value: float, printed: float) -> Statement:
    factor = value / printed if printed else 1.0
    source = Source(
        kind="reference",
        id=row.key,
        title=row.title,
        method=row.what,
        printed=f"{row.value} {row.quantity}" if fact[0] != row.quantity else None,
        link=sequence_link(row),
    )
    return Statement(
        subject=Subject(label, tuple(int(part) for part in piece.split(","))),
        quantity=fact[0],
        convention=fact[1],
        exact=row.exact,
        value=str(value) if row.exact else float(value),
        restriction=None,
        reliability="published",
        sources=(source,),
        standard_error=None if row.error is None else row.error * factor,
    )
