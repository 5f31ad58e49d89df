"""Exact counts of jobs, one statement per row."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace

from sqlalchemy import func, select
from sqlalchemy.orm import Session, aliased, load_only

from engine.kinds.figure_scope import Scope, Starts
from findings.statements.job_source import exact_statement, job_source
from findings.statements.statement import MAX_SOURCES, Statement, Subject
from store.models.boards import BoardRow
from store.models.jobs import Job, JobSums
from store.models.results import IS_FACT, CountRow
from store.tours.boards import piece_from

MAX_ROWS = 2000
"""Rows of one board that are read, newest first."""


def counted_statements(session: Session, boards: Mapping[int, BoardRow]) -> Iterator[Statement]:
    """Yield the counts of complete jobs on these boards (by id), newest first.

    Of jobs with the same value and method the newest are given; the last of these says how many `more` there are.
    """
    row = CountRow
    same = (row.board_id, row.fact, row.convention, row.starts, row.restriction, row.value, row.method)
    equal = func.count().over(partition_by=same).label("equal")
    place = func.row_number().over(partition_by=same, order_by=row.id.desc()).label("place")
    ranked = select(row, equal, place).where(row.board_id.in_(boards), IS_FACT).subquery()
    of = aliased(CountRow, ranked)
    rows = session.execute(
        select(of, Job, func.coalesce(JobSums.cpu_seconds, 0.0), ranked.c.equal, ranked.c.place)
        .join(Job, Job.id == of.job_id)
        .outerjoin(JobSums, JobSums.job_id == Job.id)
        .where(ranked.c.place <= MAX_SOURCES)
        .order_by(of.id.desc())
        .limit(MAX_ROWS)
        .options(load_only(Job.public_id, Job.label, Job.code_digest, Job.specification))
    )
    for count, job, seconds, equal_ones, at in rows:
        assert count.board_id is not None
        found = count_statement(count, job, boards[count.board_id], seconds)
        yield replace(found, more=equal_ones - at) if at == MAX_SOURCES else found


def count_statement(row: CountRow, job: Job, board: BoardRow, seconds: float | None = None) -> Statement:
    """Return the statement of a row. seconds: processor time of its job, if it is to be stated."""
    subject = subject_of(board, row.starts)
    scope = Scope(row.fact, subject.starts, None if row.restriction is None else json.loads(row.restriction))
    return exact_statement(
        subject, scope, row.convention, str(row.value), job_source(job, row.method, cpu_seconds=seconds)
    )


def subject_of(board: BoardRow, starts: str) -> Subject:
    """Return the subject of a row. starts: JSON, as stored."""
    given = json.loads(starts)
    squares: Starts = "all" if given == "all" else tuple(tuple(square) for square in given)
    return Subject(board.label, piece_from(board), squares)
