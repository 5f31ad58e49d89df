"""Comparison of two jobs, or of a job and a published figure: differences, distances, speed, and a verdict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy.orm import Session

from findings.comparison.pairs import FigureComparison, SquareComparison, compare_figures, compare_squares
from findings.comparison.verdict import verdict
from findings.references.data_files import IMPLIED
from findings.statements.by_start import with_class
from findings.statements.job_statements import statements_of_job, statements_of_jobs
from findings.statements.published_figures import printed_statements
from findings.statements.statement import Statement
from store.jobs.current_result import problem_of
from store.jobs.retention import Tidied
from store.jobs.shard_totals import NO_SHARDS, sums_of
from store.models.jobs import Job
from store.models.references import ReferenceRow
from store.models.states import TERMINAL
from store.trust.digests import job_digests

DECIDING = ("board", "piece", "tours", "starts", "limit")
"""Fields of a specification that determine what is counted."""


@dataclass(frozen=True)
class Effort:
    """Cost of a job. rate: units of work (the kind's own) per CPU second."""

    work: str
    cpu_seconds: float
    rate: float | None


@dataclass(frozen=True)
class Comparison:
    """A full comparison. squares: one entry per quantity that both sides have by start square.

    digests: of both jobs, if they have ended with equal specifications.
    """

    figures: list[FigureComparison]
    squares: list[SquareComparison] = field(default_factory=list)
    efforts: list[Effort] = field(default_factory=list)
    digests: list[str] | None = None
    verdict: str = ""


def compare_jobs(session: Session, first: Job, others: Sequence[Job]) -> list[Comparison]:
    """Compare a job with each of the others by their statements and efforts."""
    jobs = [first, *others]
    efforts = efforts_of(session, jobs)
    one, *found = statements_of_jobs(session, jobs)
    equals = [other for other in others if _whole_and_equal(first, other)]
    digests = job_digests(session, [first, *equals]) if equals else {}
    return [
        compare_statements((first, other), (one, two), [efforts[0], effort], digests)
        for other, two, effort in zip(others, found, efforts[1:], strict=True)
    ]


def _whole_and_equal(first: Job, second: Job) -> bool:
    """Whether two jobs have equal specifications, have ended, and keep everything that a digest covers."""
    same = first.fingerprint == second.fingerprint and {first.state, second.state} <= TERMINAL
    return same and max(first.tidied, second.tidied) < Tidied.GOING


def compare_statements(
    jobs: tuple[Job, Job],
    statements: tuple[list[Statement], list[Statement]],
    efforts: list[Effort],
    known: Mapping[int, str],
) -> Comparison:
    """Compare two jobs by their statements and efforts. known: digests by job id, of jobs that can have equal ones."""
    (first, second), (one, two) = jobs, statements
    figures, squares = compare_figures(one, two), compare_squares(one, two)
    digests = [known[job.id] for job in jobs] if second.id in known else None
    words = verdict(figures, squares, digests, differences(first.specification, second.specification))
    return Comparison(figures, squares, efforts, digests, words)


def compare_with_reference(session: Session, job: Job, reference: ReferenceRow) -> Comparison:
    """Compare a job with a published figure of a board or start square.

    The verdict names misprints and figures that no source prints.
    """
    board = problem_of(job).board
    printed = list(printed_statements(reference, 0 if board is None else board.size))
    if not printed:
        return Comparison([], verdict="This figure is not a number of a board or of one of its squares.")
    if board is not None and board.label == reference.board:
        printed = [with_class(board, one) for one in printed]
    mine = statements_of_job(session, job)
    figures, squares = compare_figures(mine, printed), compare_squares(mine, printed)
    different = [] if board is not None and board.label == reference.board else ["board"]
    words = verdict(figures, squares, None, different)
    right = "" if reference.right is None else f" It should read {reference.right}."
    wrong = f" The print is refuted.{right}" if reference.status == "refuted" else ""
    unprinted = " No source prints this figure, so it confirms nothing." if reference.status == IMPLIED else ""
    return Comparison(figures, squares, verdict=words + wrong + unprinted)


def differences(first: Mapping[str, object], second: Mapping[str, object]) -> list[str]:
    """Return the deciding fields in which two specifications differ."""
    return [name for name in DECIDING if first.get(name) != second.get(name)]


def efforts_of(session: Session, jobs: Sequence[Job]) -> list[Effort]:
    """Return the cost of each job."""
    known = sums_of(session, [job.id for job in jobs])
    sums = [known.get(job.id, NO_SHARDS) for job in jobs]
    return [
        Effort(str(one.work), one.cpu_seconds, one.work / one.cpu_seconds if one.cpu_seconds else None) for one in sums
    ]
