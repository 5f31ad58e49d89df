"""Exact counts as records, and as the b-files of the OEIS."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.boards.labels import parse_board
from store.models.boards import BoardRow
from store.models.jobs import Job
from store.models.results import CountRow

PAGE = 1000
WHOLE = {"tours": "any", "closed": "any", "cycles": None}
"""Quantities that make sequences, and what a job must have asked for that its count is of all of them."""

LETTER_N = re.compile(r"(?<![a-wyz])n(?![a-wyz])")
"""The n of a family, not that of a word such as torus or cylinder."""


class DisagreementError(ValueError):
    """Finished jobs hold different values of one count: no sequence can be made before that is settled."""


def count_records(
    session: Session, *, board: str | None = None, quantity: str | None = None
) -> Iterator[dict[str, Any]]:
    """Yield the counts of finished jobs in the order in which they were stored; values are decimal strings."""
    statement = _counts().order_by(CountRow.id)
    for column, value in ((BoardRow.label, board), (CountRow.quantity, quantity)):
        if value is not None:
            statement = statement.where(column == value)
    for count, job, row in session.execute(statement.execution_options(yield_per=PAGE)):
        yield {
            "board": row.label,
            "piece": row.piece,
            "quantity": count.quantity,
            "convention": count.convention,
            "value": str(count.value),
            "method": count.method,
            "job": job.public_id,
            "engine": job.engine,
            "outcome": job.outcome,
            "specification": job.specification,
        }


def family_boards(family: str, first: int, last: int) -> list[str]:
    """Return the labels of a family such as nxn, 3xn or cylinder:nx5 for n from `first` to `last`.

    InvalidProblemError where one of them is no board.
    """
    return [parse_board(LETTER_N.sub(str(n), family)).label for n in range(first, last + 1)]


def sequence(session: Session, boards: Sequence[str], quantity: str, piece: str = "1,2") -> list[int | None]:
    """Return the count of each board, None where no finished job has counted all tours from all squares of it.

    DisagreementError where two jobs differ.
    """
    return [_agreed(session, board, quantity, piece) for board in boards]


def b_file(values: Sequence[int | None], first: int = 1) -> Iterator[str]:
    """Yield the lines "n a(n)" of a b-file up to the first unknown value."""
    for number, value in enumerate(values, first):
        if value is None:
            return
        yield f"{number} {value}\n"


def _agreed(session: Session, board: str, quantity: str, piece: str) -> int | None:
    wanted = (BoardRow.label == board, BoardRow.piece == piece, CountRow.quantity == quantity)
    rows = session.execute(_counts().where(*wanted, Job.kind == "enumerate", Job.outcome == "complete"))
    values = {count.value for count, job, _ in rows if _is_whole(job.specification, quantity)}
    if len(values) > 1:
        raise DisagreementError(f"jobs disagree about {quantity} of {board}: {', '.join(map(str, sorted(values)))}")
    return values.pop() if values else None


def _is_whole(specification: dict[str, Any], quantity: str) -> bool:
    """Whether the job searched every start square for the tours in question, by a method that misses none."""
    asked = WHOLE[quantity] in (None, specification.get("tours", "any"))
    everywhere = specification.get("starts", "all") == "all" and not specification.get("limit")
    return asked and everywhere and specification.get("method") != "warnsdorff"


def _counts() -> Any:  # noqa: ANN401  a statement of three entities
    return (
        select(CountRow, Job, BoardRow).join(Job, Job.id == CountRow.job_id).join(BoardRow, BoardRow.id == Job.board_id)
    )
