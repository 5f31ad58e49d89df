"""Published figures of a whole board as statements, in the quantities that jobs count."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from engine.boards.piece import KNIGHT, piece_of_key
from engine.kinds.common.method import RULE
from engine.kinds.figure_scope import FACTS
from findings.references.data_files import CLAIMED, Figure
from findings.references.selection import comparable_figures, printed_number
from findings.statements.statement import Source, Statement, Subject
from store.models.references import ReferenceRow

SEQUENCE = re.compile(r"\bA\d{6}\b")
NUMBER = re.compile(rf"(directed )?({SEQUENCE.pattern})")
"""The number of a sequence, and whether it counts directed paths where the figure beside it counts undirected ones."""
OEIS = "https://oeis.org/"

Fact = tuple[str, str]
"""Quantity and convention."""


def published_statements(published: Iterable[ReferenceRow], pieces: Collection[str], size: int) -> Iterator[Statement]:
    """Yield the statements of figures published of a board, for these pieces, in each quantity that follows.

    Known misprints, and figures without a convention, state no fact.
    """
    for row in comparable_figures(published):
        if row.piece in pieces and row.status != "refuted" and row.convention is not None:
            yield from printed_statements(row, size)


def printed_statements(row: ReferenceRow, size: int) -> Iterator[Statement]:
    """Yield the statements of a figure as printed, right or wrong; none if it is not a number of a board."""
    number = printed_number(row)
    if number is not None and row.board is not None and set(row.place) <= {"square"}:
        for fact, value in facts_of(row, number, size).items():
            yield _statement(row, fact, value, number)


def facts_of(row: ReferenceRow | Figure, number: float, size: int) -> dict[Fact, int | float]:
    """Return the facts that a figure states of a board of `size` squares.

    A path stands for two directed tours, a cycle of n squares for 2n directed closed tours.
    """
    key = (row.quantity, row.convention or "directed")
    if key == ("cycles", "undirected"):
        return {key: number, ("closed", "directed"): 2 * size * number}
    if key == ("paths", "undirected"):
        return {("tours", "directed"): 2 * number}
    return {key: number}


def sequence_link(row: ReferenceRow, quantity: str) -> str | None:
    """Return the URL of the integer sequence that a figure, or the quantity that follows from it, is from."""
    found = NUMBER.findall(" ".join(filter(None, (row.note, row.what, row.finding))))
    numbers = [number for directed, number in found if bool(directed) == (quantity != row.quantity)]
    return OEIS + (numbers or [number for _, number in found])[0] if found else None


def _statement(row: ReferenceRow, fact: Fact, value: float, printed: float) -> Statement:
    factor = value / printed if printed else 1.0
    square = row.place.get("square")
    source = Source(
        kind="reference",
        id=row.key,
        title=row.title,
        method=row.what,
        printed=f"{row.value} {row.quantity}" if fact[0] != row.quantity else None,
        link=sequence_link(row, fact[0]),
    )
    return Statement(
        subject=Subject(row.board or "", piece_of(row), "all" if square is None else (tuple(square),)),
        quantity=fact[0],
        convention=fact[1],
        exact=row.exact,
        value=str(value) if row.exact else float(value),
        restriction={"rule": RULE} if row.table.startswith(RULE) and fact[0] in FACTS else None,
        reliability="claimed" if row.status == CLAIMED else "published",
        sources=(source,),
        standard_error=None if row.error is None else row.error * factor,
    )


def piece_of(row: ReferenceRow) -> tuple[int, ...]:
    """Return the components of the figure's piece; the knight by default."""
    return KNIGHT if row.piece is None else piece_of_key(row.piece)
