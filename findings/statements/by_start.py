"""Facts of single start squares, one statement per symmetry class of squares."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np
from sqlalchemy import exists, func, select
from sqlalchemy.orm import Session, load_only

from engine.boards.board import Board
from engine.boards.symmetry import square_classes
from engine.kinds.figure_scope import WHOLE_OUTCOMES, Scope
from findings.statements.exact_counts import MAX_ROWS
from findings.statements.job_source import exact_statement, job_source
from findings.statements.statement import MAX_SOURCES, Statement, Subject
from store.jobs.figure_scopes import square_scope
from store.models.boards import BoardRow
from store.models.jobs import Job
from store.models.results import CountRow, SquareRow
from store.tours.boards import board_from, piece_from

MAX_SQUARES = 1024
"""Squares of the largest boards whose classes are computed; larger boards take long."""

QUANTITIES = ("tours", "closed")
Counted = tuple[Job, str | None]
"""A job and the method of its count."""

MAX_JOBS = 100
"""Jobs of one board whose start squares are read, newest first."""

COUNTED_BY = select(func.min(CountRow.method)).where(CountRow.job_id == Job.id).correlate(Job).scalar_subquery()
"""The method of a job's count, if the job chose it."""

JOB_COLUMNS = (Job.public_id, Job.board_id, Job.method, Job.specification, Job.outcome, Job.label, Job.code_digest)
"""Columns read of a job."""


def counted_by_start(session: Session, boards: Mapping[int, BoardRow]) -> Iterator[Statement]:
    """Yield the counts of complete jobs from each start square, newest first."""
    small = {number: board_from(row) for number, row in boards.items() if row.size <= MAX_SQUARES}
    whole = Job.board_id.in_(small), Job.outcome.in_(WHOLE_OUTCOMES), exists().where(SquareRow.job_id == Job.id)
    newest = select(Job.id).where(*whole).order_by(Job.id.desc()).limit(MAX_JOBS).subquery()
    rows = session.execute(
        select(SquareRow.square, COUNTED_BY, Job, SquareRow.tours, SquareRow.closed)
        .join(newest, newest.c.id == SquareRow.job_id)
        .join(Job, Job.id == SquareRow.job_id)
        .order_by(SquareRow.job_id.desc(), SquareRow.square)
        .limit(MAX_ROWS)
        .options(load_only(*JOB_COLUMNS))
    )
    scopes: dict[tuple[int, str], Scope] = {}
    found: dict[tuple[int, int, str, str | None, int], list[Counted]] = {}
    for number, method, job, *values in rows:
        assert job.board_id is not None
        for quantity, value in zip(QUANTITIES, values, strict=True):
            key = job.id, quantity
            scope = scopes[key] = scopes.get(key) or square_scope(job, quantity, small[job.board_id].square(number))
            if value is not None and "method" not in (scope.restriction or {}):
                found.setdefault((job.board_id, number, quantity, scope.restriction_text, value), []).append(
                    (job, method)
                )
    for (board, number, quantity, _, value), jobs in found.items():
        yield _statement(boards[board], small[board].square(number), quantity, value, jobs)


def _statement(board: BoardRow, square: Sequence[int], quantity: str, value: int, jobs: Sequence[Counted]) -> Statement:
    """Return the common statement of these jobs, newest first, about a start square."""
    newest, *others = (job_source(job, method or job.method) for job, method in jobs[:MAX_SOURCES])
    scope = square_scope(jobs[0][0], quantity, square)
    subject = Subject(board.label, piece_from(board), scope.starts)
    one = exact_statement(subject, scope, "directed", str(value), newest)
    return replace(one, sources=(newest, *others), more=max(0, len(jobs) - MAX_SOURCES))


def with_class(board: Board, one: Statement) -> Statement:
    """Return a statement on a start square as one on the first square of its class, with the whole class.

    Facts hold for the whole class; statistics of a search depend on its start.
    """
    of_a_search = "kind" in (one.restriction or {})
    if one.subject.starts == "all" or len(one.subject.starts) != 1 or board.size > MAX_SQUARES or of_a_search:
        return one
    own = square_classes(board).class_of[board.index(list(one.subject.starts[0]))]
    squares = _squares_of_class(board, int(own))
    return replace(one, subject=replace(one.subject, starts=squares[:1], square_class=squares))


@lru_cache(maxsize=4096)
def _squares_of_class(board: Board, number: int) -> tuple[tuple[int, ...], ...]:
    """Return the squares of a class, cached, as each figure of a board needs it."""
    members = np.flatnonzero(square_classes(board).class_of == number)
    return tuple(tuple(board.square(int(member))) for member in members)
