"""Exact counts as records, and as the b-files of the OEIS."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product, takewhile

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from engine.boards.labels import parse_board
from engine.boards.piece import KNIGHT, piece_key
from findings.exports.provenance import Origin
from findings.exports.quantities import Values, following_values, needed_quantities
from findings.statements.board_facts import exact_statements, turned_board
from findings.statements.by_start import QUANTITIES as BY_START
from store.models.atlas import EVERYWHERE as ALL_SQUARES
from store.models.atlas import AtlasRow
from store.models.boards import BoardRow
from store.models.jobs import Job
from store.models.results import CountRow
from store.queries.atlas_rows import atlas_counts

PAGE = 1000
EVERYWHERE = json.dumps("all")
KNIGHTS = piece_key(KNIGHT)
LETTER_N = re.compile(r"((?<![a-wyz0-9])2n|(?<![a-wyz])n)(?![a-wyz])")
"""The n or 2n of a family, not the n of a word such as torus or cylinder."""


class DisagreementError(ValueError):
    """Finished jobs hold different values of one count: no sequence can be made before that is settled."""


COUNT_FIELDS = (
    "board", "piece", "quantity", "convention", "value", "starts", "restriction", "method", "job", "engine", "outcome",
    "specification",
)  # fmt: skip
"""The fields of the record of a count."""


def count_records(
    session: Session, *, board: str | None = None, quantity: str | None = None, work: bool = False
) -> Iterator[dict[str, object]]:
    """Yield the counts of finished jobs in the order in which they were stored; values are decimal strings.

    Counts of the board's tours; with `work` also those of what jobs did: squares entered, walks, attempts, tours up to
    a limit. A job asked for closed (open) tours alone calls them its tours: here they are named `closed` (`open`).
    """
    first = _first_ones(board, quantity, work=work)
    statement = _counts().where(CountRow.id.in_(first)).order_by(CountRow.id)
    for count, job, row in session.execute(statement.execution_options(yield_per=PAGE)):
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
            "engine": job.code_digest,
            "outcome": job.outcome,
            "specification": job.specification,
        }


def number_of_counts(
    session: Session, *, board: str | None = None, quantity: str | None = None, work: bool = False
) -> int:
    """Return how many records `count_records` yields."""
    first = _first_ones(board, quantity, work=work).subquery()
    return int(session.scalar(select(func.count()).select_from(first)) or 0)


def family_boards(family: str, first: int, last: int) -> list[str]:
    """Return the labels of a family such as nxn, 3xn, 3x2n or cylinder:nx5 for n from `first` to `last`.

    InvalidProblemError where one of them is no board.
    """
    return [_family_board(family, n) for n in range(first, last + 1)]


def _family_board(family: str, n: int) -> str:
    sides = {"n": str(n), "2n": str(2 * n)}
    return parse_board(LETTER_N.sub(lambda found: sides[found[0]], family)).label


def sequence(session: Session, boards: Sequence[str], quantity: str) -> list[int | None]:
    """Return the knight's count of each board, None where there is none; DisagreementError where two differ."""
    found = counted_values(session, boards, [quantity])
    for (board, _), values in found.items():
        if len(values) > 1:
            listed = ", ".join(map(str, sorted(values)))
            raise DisagreementError(f"jobs disagree about {quantity} of {board}: {listed}")
    return [next(iter(found.get((board, quantity), ())), None) for board in boards]


def counted_values(
    session: Session, boards: Sequence[str], quantities: Collection[str], *, sums: bool = True
) -> Values:
    """Return the different counts of the knight by board (label) and quantity; uncounted boards are left out.

    Sources are the atlas, finished jobs that counted all tours from all squares, and sums over start squares; other
    counts follow from these. A board without a value takes the only one, if any, of the board turned by a quarter: 5x6
    for 6x5. sums: whether to look for sums, at some queries for each board with figures of single start squares.
    """
    turned = {board: turned_board(board) for board in boards}
    both, needed = {*boards, *turned.values()}, needed_quantities(quantities)
    found = _find_counts(session, both, needed)
    found |= _sum_starts(session, both, needed, found) if sums else {}
    found |= {
        (board, quantity): follows
        for board, quantity in product(both, quantities)
        if (board, quantity) not in found and (follows := set(following_values(board, quantity, found)))
    }
    values = {key: found.get(key, set()) for key in product(boards, quantities)}
    for (board, quantity), own in values.items():
        other = found.get((turned[board], quantity), set())
        if not own and len(other) == 1:
            values[board, quantity] = other
    return {key: one for key, one in values.items() if one}


def _find_counts(session: Session, boards: set[str], quantities: Collection[str]) -> dict[tuple[str, str], set[int]]:
    """Return the different counts stored for these boards themselves."""
    whole = (CountRow.fact.in_(quantities), CountRow.starts == EVERYWHERE, CountRow.restriction.is_(None))
    rows = select(BoardRow.label, CountRow.fact, CountRow.value).join(BoardRow, BoardRow.id == CountRow.board_id)
    counted = session.execute(rows.where(BoardRow.label.in_(boards), BoardRow.piece == KNIGHTS, *whole).distinct())
    found: dict[tuple[str, str], set[int]] = {}
    for board, quantity, value in [*counted, *atlas_counts(session, boards, quantities, KNIGHTS)]:
        found.setdefault((board, quantity), set()).add(value)
    return found


def _sum_starts(
    session: Session, boards: Collection[str], quantities: Collection[str], found: Mapping[tuple[str, str], set[int]]
) -> dict[tuple[str, str], set[int]]:
    """Return the totals that follow from start squares, for boards without a count of all tours."""
    apart = select(AtlasRow.board).where(AtlasRow.starts != ALL_SQUARES, AtlasRow.piece == KNIGHTS).distinct()
    jobs = select(BoardRow.label).join(CountRow, CountRow.board_id == BoardRow.id)
    jobs = jobs.where(
        BoardRow.piece == KNIGHTS, CountRow.starts != EVERYWHERE, CountRow.restriction.is_(None)
    ).distinct()
    chosen = {quantity for quantity in quantities if quantity in BY_START}
    totals: dict[tuple[str, str], set[int]] = {}
    for label in sorted({*session.scalars(apart), *session.scalars(jobs)} & set(boards)):
        missing = {quantity for quantity in chosen if (label, quantity) not in found}
        for one in exact_statements(session, parse_board(label), KNIGHTS, squares=True) if missing else ():
            ours = any(source.kind in ("job", "atlas") for source in one.sources)
            if ours and one.quantity in missing and one.subject.starts == "all" and one.restriction is None:
                totals.setdefault((label, one.quantity), set()).add(int(one.value))
    return totals


def known_terms(values: Sequence[int | None]) -> list[int]:
    """Return the values up to the first unknown one."""
    return [value for value in takewhile(lambda value: value is not None, values) if value is not None]


def b_file(terms: Sequence[int], first: int = 1) -> list[str]:
    """Return the lines "n a(n)" of a b-file."""
    return [f"{number} {term}\n" for number, term in enumerate(terms, first)]


def add_comments(lines: Sequence[str], made: Origin) -> str:
    """Return a b-file that says in comments where it comes from; the digest is of the lines below these."""
    text = "".join(lines)
    facts = replace(made, rows=len(lines), sha256=hashlib.sha256(text.encode()).hexdigest()).facts()
    return "".join(f"# {name}: {value}\n" for name, value in facts.items()) + text


def _first_ones(board: str | None, quantity: str | None, *, work: bool) -> Select[int]:
    """Return the ids of the chosen counts; the first where a job has one count under two names."""
    named = ((BoardRow.label, board), (CountRow.fact, quantity))
    asked = [column == value for column, value in named if value is not None]
    asked += [] if work else [CountRow.restriction.is_(None)]
    counts = select(func.min(CountRow.id)).join(Job, Job.id == CountRow.job_id)
    boards = counts.join(BoardRow, BoardRow.id == Job.board_id)
    return boards.where(*asked).group_by(CountRow.job_id, CountRow.fact)


def _counts() -> Select[CountRow, Job, BoardRow]:
    return (
        select(CountRow, Job, BoardRow).join(Job, Job.id == CountRow.job_id).join(BoardRow, BoardRow.id == Job.board_id)
    )
