"""What is published of a whole board, in the quantities in which jobs count."""

from __future__ import annotations

from sqlalchemy.orm import Session

from store.models.boards import BoardRow
from store.models.jobs import Job
from store.models.references import ReferenceRow
from store.queries.references import ReferenceFilter, find_references

Key = tuple[str, str]

COUNTED = ("tours", "paths", "closed", "cycles", "cycle_classes")
A_PART = "warnsdorff"
"""Tables whose name begins so count what Warnsdorff's rule reaches, not all there is."""


def published_figures(session: Session, label: str, piece: str | None = None) -> list[ReferenceRow]:
    """Return the single numbers published of a whole board, in the order of print."""
    rows = find_references(session, ReferenceFilter(board=label, piece=piece))
    return [row for row in rows if not row.place and number_of(row) is not None]


def comparable_figures(session: Session, label: str, piece: str) -> list[ReferenceRow]:
    """Return those of the published figures that count all tours, paths or cycles of the board."""
    rows = published_figures(session, label, piece)
    return [row for row in rows if row.quantity in COUNTED and not row.table.startswith(A_PART)]


def equivalents(row: ReferenceRow, size: int, tours: str) -> dict[Key, int | float]:
    """Return a figure as a job that asks for `tours` on a board of `size` squares would count it.

    Undirected paths are two directed tours each; a cycle of n squares is 2n directed closed tours. A wrong print
    counts as what it should read.
    """
    value, key = number_of(row), (row.quantity, row.convention)
    if value is None:
        return {}
    closed = {("cycles", "undirected"): 2 * size, ("closed", "directed"): 1}
    if key in closed:
        directed = closed[key] * value
        found: dict[Key, int | float] = {("closed", "directed"): directed}
        if key[0] == "cycles":
            found[("cycles", "undirected")] = value
        return found | ({("tours", "directed"): directed} if tours == "closed" else {})
    whole = {("paths", "undirected"): 2, ("tours", "directed"): 1}
    return {("tours", "directed"): whole[key] * value} if key in whole and tours == "any" else {}


def published_value(session: Session, job: Job, quantity: str, convention: str) -> tuple[str, int] | None:
    """Return the exact published value of what a job on all start squares estimates, with where it is from."""
    board = None if job.board_id is None else session.get(BoardRow, job.board_id)
    if board is None or job.specification.get("starts", "all") != "all":
        return None
    for row in comparable_figures(session, board.label, board.piece):
        if not row.exact or row.status == "refuted":
            continue
        value = equivalents(row, board.size, job.specification.get("tours", "any")).get((quantity, convention))
        if value is not None:
            return f"published: {row.title}", int(value)
    return None


def number_of(row: ReferenceRow) -> int | float | None:
    """Return the right value as a number; exact ones are decimal text. None where it is none."""
    value = row.value if row.right is None else row.right
    if isinstance(value, str):
        return int(value) if value.isdecimal() else None
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None
