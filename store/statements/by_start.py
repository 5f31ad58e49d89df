"""The facts of single start squares, one statement for each class of squares that symmetry makes equal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

import numpy as np
from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.boards.board import Board
from engine.boards.symmetry import square_classes
from engine.specification.scope import WHOLE_OUTCOMES
from store.models.boards import BoardRow
from store.models.jobs import Job
from store.models.results import SquareRow
from store.statements.counted import MOST, piece_of
from store.statements.scopes import exact_statement, job_source, square_scope
from store.statements.statement import Statement, Subject
from store.tours.boards import board_from

LARGEST = 1024
"""Squares of the boards whose classes are told: those of larger ones take long to find."""

QUANTITIES = ("tours", "closed")


def counted_by_start(session: Session, boards: Mapping[int, BoardRow]) -> Iterator[Statement]:
    """Yield what complete jobs have counted from each start square, newest first."""
    small = {number: board_from(row) for number, row in boards.items() if row.size <= LARGEST}
    rows = session.execute(
        select(SquareRow, Job)
        .join(Job, Job.id == SquareRow.job_id)
        .where(Job.board_id.in_(small), Job.outcome.in_(WHOLE_OUTCOMES))
        .order_by(SquareRow.job_id.desc(), SquareRow.square)
        .limit(MOST)
    )
    for row, job in rows:
        assert job.board_id is not None
        square = small[job.board_id].square(row.square)
        for quantity in QUANTITIES:
            scope, value = square_scope(job, quantity, square), getattr(row, quantity)
            if value is None or "method" in (scope.restriction or {}):
                continue
            subject = Subject(boards[job.board_id].label, piece_of(boards[job.board_id]), scope.starts)
            yield exact_statement(subject, scope, "directed", str(value), job_source(job, job.method))


def with_class(board: Board, one: Statement) -> Statement:
    """Return a statement of one start square as one of the first square of its class, with the whole class.

    A fact is the same for all of them; what a search did depends on where it began.
    """
    of_a_search = "kind" in (one.restriction or {})
    if one.subject.starts == "all" or len(one.subject.starts) != 1 or board.size > LARGEST or of_a_search:
        return one
    own = square_classes(board).class_of[board.index(list(one.subject.starts[0]))]
    squares = _squares_of_class(board, int(own))
    return replace(one, subject=replace(one.subject, starts=squares[:1], square_class=squares))


@lru_cache(maxsize=4096)
def _squares_of_class(board: Board, number: int) -> tuple[tuple[int, ...], ...]:
    """Return the squares of a class; a board's record asks for each as often as it has figures of it."""
    members = np.flatnonzero(square_classes(board).class_of == number)
    return tuple(tuple(board.square(int(member))) for member in members)
