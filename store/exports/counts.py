"""Exact counts as records, and as the b-files of the OEIS."""

from __future__ import annotations

import json
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
EVERYWHERE = json.dumps("all")
LETTER_N = re.compile(r"(?<![a-wyz])n(?![a-wyz])")
"""The n of a family, not that of a word such as torus or cylinder."""


class DisagreementError(ValueError):
    """Finished jobs hold different values of one count: no sequence can be made before that is settled."""


def count_records(
    session: Session, *, board: str | None = None, quantity: str | None = None, work: bool = False
) -> Iterator[dict[str, object]]:
    """Yield the counts of finished jobs in the order in which they were stored; values are decimal strings.

    Counts of the board's tours; with `work` also those of what jobs did: squares entered, walks, attempts, tours up to
    a limit. A job asked for closed (open) tours alone calls them its tours: here they are named `closed` (`open`).
    """
    statement = _counts().order_by(CountRow.id)
    for column, value in ((BoardRow.label, board), (CountRow.fact, quantity)):
        if value is not None:
            statement = statement.where(column == value)
    if not work:
        statement = statement.where(CountRow.restriction.is_(None))
    told: set[tuple[int, str]] = set()
    for count, job, row in session.execute(statement.execution_options(yield_per=PAGE)):
        told = {key for key in told if key[0] == job.id}
        if (job.id, count.fact) in told:
            continue
        told.add((job.id, count.fact))
        yield {
            "board": row.label,
            "piece": row.piece,
            "quantity": count.fact,
            "convention": count.convention,
            "value": str(count.value),
            "starts": json.loads(count.starts),
            "restriction": None if count.restriction is None else json.loads(count.restriction),
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
    whole = (CountRow.fact == quantity, CountRow.starts == EVERYWHERE, CountRow.restriction.is_(None))
    rows = select(BoardRow.label, CountRow.value).join(BoardRow, BoardRow.id == CountRow.board_id).distinct()
    found: dict[str, set[int]] = {board: set() for board in boards}
    for board, value in session.execute(rows.where(BoardRow.label.in_(found), BoardRow.piece == piece, *whole)):
        found[board].add(value)
    for board, values in found.items():
        if len(values) > 1:
            told = ", ".join(map(str, sorted(values)))
            raise DisagreementError(f"jobs disagree about {quantity} of {board}: {told}")
    return [next(iter(found[board]), None) for board in boards]


def b_file(values: Sequence[int | None], first: int = 1) -> Iterator[str]:
    """Yield the lines "n a(n)" of a b-file up to the first unknown value."""
    for number, value in enumerate(values, first):
        if value is None:
            return
        yield f"{number} {value}\n"


def _counts() -> Any:  # noqa: ANN401  a statement of three entities
    return (
        select(CountRow, Job, BoardRow).join(Job, Job.id == CountRow.job_id).join(BoardRow, BoardRow.id == Job.board_id)
    )
