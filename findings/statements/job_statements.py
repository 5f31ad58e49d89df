"""Statements of one job's result, finished or not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import sqrt

from sqlalchemy.orm import Session

from engine.boards.board import Board
from engine.intervals import wilson_interval
from engine.kinds.common.method import RULE
from engine.kinds.figure_scope import WHOLE_OUTCOMES, Scope
from engine.specification.result import Count, Estimate, Result, SquareStatistics
from findings.statements.by_start import with_class
from findings.statements.exact_success import with_exact_success
from findings.statements.job_source import exact_statement, job_source
from findings.statements.statement import Statement, Subject
from store.jobs.current_result import current_results, problem_of
from store.jobs.figure_scopes import count_scope, estimate_scope, square_scope
from store.models.jobs import Job

BY_SQUARE = ("tours", "closed", "dead_ends", "nodes")


def statements_of_job(session: Session, job: Job) -> list[Statement]:
    """Return the statements of a job, so far or final."""
    return statements_of_jobs(session, [job])[0]


def statements_of_jobs(session: Session, jobs: Sequence[Job]) -> list[list[Statement]]:
    """Return the statements of each job, so far or final."""
    found, results = [], current_results(session, jobs)
    for job in jobs:
        problem, result = problem_of(job), with_exact_success(session, job, results[job.id])
        found.append(result_statements(job, problem.board, problem.piece, result))
    return found


def result_statements(job: Job, board: Board | None, piece: tuple[int, ...], result: Result) -> list[Statement]:
    """Return the counts, then the estimates, then the counts by start square."""
    made = _Maker(job, board, piece)
    found = [*map(made.count, result.counts), *map(made.estimate, result.estimates), *made.success_rate(result)]
    found += [one for row in result.squares for one in made.squares(row)]
    return found if board is None else [with_class(board, one) for one in found]


def overall(job: Job, statements: Sequence[Statement]) -> list[Statement]:
    """Return the figures of all start squares of the job together, not those of each."""
    one_start = len(job.specification.get("starts") or "all") == 1
    return [one for one in statements if one_start or one.subject.starts == "all" or len(one.subject.starts) != 1]


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

    def success_rate(self, result: Result) -> Iterator[Statement]:
        """Yield how often walks by Warnsdorff's rule became tours, with the exact probability if known."""
        counts = {count.quantity: int(count.value) for count in result.counts}
        walks, tours = counts.get("all_walks", 0), counts.get("completed_walks", 0)
        if self._job.method != RULE or not walks:
            return
        rate, exact = tours / walks, result.extra.get("exact_success")
        scope = count_scope(self._job, Count(quantity="success_rate", value="0", method=RULE))
        yield Statement(
            subject=self._subject(scope),
            quantity="success_rate",
            convention="directed",
            exact=False,
            value=rate,
            restriction={"rule": RULE, "ties": "random"},
            reliability="estimate",
            sources=(job_source(self._job, RULE, samples=walks),),
            standard_error=sqrt(rate * (1 - rate) / walks),
            interval_95=wilson_interval(tours, walks),
            partial=self._partial,
            exact_value=None if exact is None else exact["probability"],
        )

    def _exact(self, scope: Scope, convention: str, value: str, method: str | None) -> Statement:
        found = exact_statement(self._subject(scope), scope, convention, value, job_source(self._job, method))
        return replace(found, partial=self._partial)

    def _subject(self, scope: Scope) -> Subject:
        return Subject(self._board, self._piece, scope.starts)
