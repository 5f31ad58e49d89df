"""Exact counts as records, and as the b-files of the OEIS."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import ColumnElement, and_, case, select
from sqlalchemy.orm import Session

from engine.boards.labels import parse_board
from store.models.boards import BoardRow
from store.models.jobs import Job
from store.models.results import CountRow

PAGE = 1000
WHOLE = {"tours": ("any",), "closed": ("any", "closed"), "cycles": ("any", "closed", "open")}
"""Quantities that make sequences, and what a job may have asked for that its count is of all of them."""

FACTS = tuple(WHOLE)
"""Quantities that belong to the board; the others (squares entered, walks, attempts) belong to the work of one job."""

EXACT = ("complete", "impossible")
"""Outcomes of jobs that have looked at everything, or have proved that there is nothing to look at."""

COUNTING = ("enumerate", "sample")
"""Kinds whose exact figures count tours; a construction counts those it has made."""

RULE = "warnsdorff"
"""The method that finds only the tours of its rule."""

LETTER_N = re.compile(r"(?<![a-wyz])n(?![a-wyz])")
"""The n of a family, not that of a word such as torus or cylinder."""


class DisagreementError(ValueError):
    """Finished jobs hold different values of one count: no sequence can be made before that is settled."""


def count_records(
    session: Session, *, board: str | None = None, quantity: str | None = None, work: bool = False
) -> Iterator[dict[str, Any]]:
    """Yield the counts of finished jobs in the order in which they were stored; values are decimal strings.

    Counts of the board's tours; with `work` also those of what jobs did: squares entered, walks, attempts, tours up to
    a limit. A job asked for closed (open) tours alone calls them its tours: here they are named `closed` (`open`).
    """
    named = _asked_quantity()
    statement = _counts(named.label("named")).order_by(CountRow.id)
    for column, value in ((BoardRow.label, board), (named, quantity)):
        if value is not None:
            statement = statement.where(column == value)
    if not work:
        facts = (CountRow.quantity.in_(FACTS), CountRow.method != RULE)
        statement = statement.where(*facts, Job.outcome.in_(EXACT), Job.kind.in_(COUNTING))
    told: set[tuple[int, str]] = set()
    for count, job, row, name in session.execute(statement.execution_options(yield_per=PAGE)):
        told = {key for key in told if key[0] == job.id}
        if (job.id, name) in told:
            continue
        told.add((job.id, name))
        yield {
            "board": row.label,
            "piece": row.piece,
            "quantity": name,
            "convention": count.convention,
            "value": str(count.value),
            "starts": job.specification.get("starts", "all"),
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
    rows = session.execute(_counts().where(*wanted, Job.kind == "enumerate", Job.outcome.in_(EXACT)))
    values = {count.value for count, job, _ in rows if _is_whole(job.specification, quantity)}
    if len(values) > 1:
        raise DisagreementError(f"jobs disagree about {quantity} of {board}: {', '.join(map(str, sorted(values)))}")
    return values.pop() if values else None


def _is_whole(specification: dict[str, Any], quantity: str) -> bool:
    """Whether the job searched every start square for the tours in question, by a method that misses none."""
    asked = specification.get("tours", "any") in WHOLE[quantity]
    everywhere = specification.get("starts", "all") == "all" and not specification.get("limit")
    return asked and everywhere and specification.get("method") != RULE


def _asked_quantity() -> ColumnElement[str]:
    """Return what is counted under the name `tours`: in a job that asks for one sort of them, that sort."""
    asked = Job.specification["tours"].as_string()
    sort = and_(CountRow.quantity == "tours", asked.in_(("closed", "open")))
    return case((sort, asked), else_=CountRow.quantity)


def _counts(*more: ColumnElement[Any]) -> Any:  # noqa: ANN401  a statement of three entities and more
    return (
        select(CountRow, Job, BoardRow, *more)
        .join(Job, Job.id == CountRow.job_id)
        .join(BoardRow, BoardRow.id == Job.board_id)
    )
