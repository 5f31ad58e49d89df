"""The figures of one job's result as statements, whether it has ended or not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sqlalchemy.orm import Session

from engine.boards.board import Board
from engine.specification.result import Count, Estimate, Result, SquareStatistics
from engine.specification.scope import WHOLE_OUTCOMES, Scope
from store.models.jobs import Job
from store.progress import current_result, problem_of
from store.statements.by_start import with_class
from store.statements.scopes import count_scope, estimate_scope, exact_statement, job_source, square_scope
from store.statements.statement import Statement, Subject

BY_SQUARE = ("tours", "closed", "dead_ends", "nodes")


def statements_of_job(session: Session, job: Job) -> list[Statement]:
    """Return the figures of a job, so far or final."""
    problem = problem_of(job)
    return result_statements(job, problem.board, problem.piece, current_result(session, job))


def result_statements(job: Job, board: Board | None, piece: tuple[int, ...], result: Result) -> list[Statement]:
    """Return the counts, then the estimates, then the counts by start square."""
    made = _Maker(job, board, piece)
    found = [*map(made.count, result.counts), *map(made.estimate, result.estimates)]
    found += [one for row in result.squares for one in made.squares(row)]
    return found if board is None else [with_class(board, one) for one in found]


class _Maker:
    """Makes the statements of one job."""

    def __init__(self, job: Job, board: Board | None, piece: tuple[int, ...]) -> None:
        self._job = job
        self._board = "" if board is None else board.label
        self._piece = piece
        self._partial = job.outcome not in WHOLE_OUTCOMES

    def count(self, part: Count) -> Statement:
        return self._exact(count_scope(self._job, part), part.convention, part.value, part.method)

    def squares(self, row: SquareStatistics) -> Iterator[Statement]:
        for quantity in BY_SQUARE:
            value = getattr(row, quantity)
            if value is not None:
                yield self._exact(square_scope(self._job, quantity, row.square), "directed", value, self._job.method)

    def estimate(self, part: Estimate) -> Statement:
        scope = estimate_scope(self._job, part)
        interval = part.interval_95
        return Statement(
            subject=self._subject(scope),
            quantity=scope.quantity,
            convention=part.convention,
            exact=False,
            value=part.value,
            restriction=scope.restriction,
            reliability="estimate",
            sources=(job_source(self._job, part.estimator, samples=part.samples),),
            standard_error=part.standard_error,
            interval_95=None if interval is None else (interval[0], interval[1]),
            unbiased=part.unbiased,
            warnings=tuple(part.warnings),
        )

    def _exact(self, scope: Scope, convention: str, value: str, method: str | None) -> Statement:
        found = exact_statement(self._subject(scope), scope, convention, value, job_source(self._job, method))
        return replace(found, partial=self._partial)

    def _subject(self, scope: Scope) -> Subject:
        return Subject(self._board, self._piece, scope.starts)
