"""A job with everything known about it, for its page and its documents."""

from __future__ import annotations

from functools import cached_property

from sqlalchemy.orm import Session

from engine.boards.board import Board
from engine.specification.fields import Specification
from engine.specification.problem import ParsedSpecification
from engine.specification.result import Result
from findings.results.chart_data import Convergence, convergences, work_done
from findings.statements.certificate_comparison import with_comparison
from findings.statements.certification import certificates_of, is_certifiable
from findings.statements.exact_success import with_exact_success
from findings.statements.job_answer import answer
from findings.statements.job_statements import result_statements
from findings.statements.statement import Certificate, Statement
from store.jobs.current_result import current_result, has_result, problem_of, shards_of
from store.jobs.lifecycle import get_job
from store.models.jobs import Job
from store.models.shards import Shard
from store.models.states import TERMINAL
from store.queries.tours import FoundTour, first_tours

MAX_TOURS = 4
"""Tours of a job that its page shows."""


class JobView:
    """A job and everything known about it. Each part is read once, when it is first needed.

    session: stays open while parts are read. so_far: the job's current result, if already loaded.
    """

    def __init__(self, session: Session, job: Job, so_far: Result | None = None) -> None:
        self.session = session
        self.job = job
        if so_far is not None:
            self.so_far = so_far

    @classmethod
    def find(cls, session: Session, job_id: str) -> JobView:
        """Return the view of the job with this public id; JobNotFoundError where there is none."""
        return cls(session, get_job(session, job_id))

    @cached_property
    def problem(self) -> ParsedSpecification[Specification]:
        """The specification as its kind's model, with board and piece."""
        return problem_of(self.job)

    @property
    def board(self) -> Board | None:
        """The board; None for jobs that have none."""
        return self.problem.board

    @property
    def label(self) -> str | None:
        """The board's label."""
        return None if self.board is None else self.board.label

    @property
    def has_ended(self) -> bool:
        """Whether the job's state is final."""
        return self.job.state in TERMINAL

    @property
    def seconds(self) -> float | None:
        """The seconds from its start to its end; None while it runs."""
        job = self.job
        return None if job.finished_at is None else job.finished_at - (job.started_at or job.created_at)

    @cached_property
    def shards(self) -> list[Shard]:
        """The shards by number; with their statistics, unless the result is stored."""
        return shards_of(self.session, self.job, statistics=not has_result(self.job))

    @cached_property
    def so_far(self) -> Result:
        """The job's own result, final or so far."""
        return current_result(self.session, self.job, None if has_result(self.job) else self.shards)

    @cached_property
    def result(self) -> Result:
        """The result with what the record adds: an exact probability, the counts that a certificate confirms."""
        return with_comparison(self.session, self.job, with_exact_success(self.session, self.job, self.so_far))

    @cached_property
    def statements(self) -> list[Statement]:
        """The figures of the result, each with its subject."""
        return result_statements(self.job, self.board, self.problem.piece, self.result)

    def answer(self, *, named: bool = True) -> str | None:
        """Return the answer in one sentence, None while there is none. named: squares by name if they have names."""
        statements = [] if self.board is None else self.statements
        return answer(self.job, self.label, self.result, statements, named=named)

    @cached_property
    def certificates(self) -> list[Certificate]:
        """The certificates of the job's counts."""
        return certificates_of(self.session, self.job, self.result, self.statements)

    @property
    def is_certifiable(self) -> bool:
        """Whether a certificate can be asked for: the job has ended and counted a fact of its board."""
        return self.has_ended and is_certifiable(self.job, self.result)

    @cached_property
    def first_tours(self) -> list[FoundTour]:
        """The first tours that the job stored, at most MAX_TOURS."""
        return first_tours(self.session, self.job, self.shards, MAX_TOURS)

    @cached_property
    def convergences(self) -> list[Convergence]:
        """Each estimate round by round."""
        return convergences(self.session, self.job) if self.result.estimates else []

    def work(self, most_bins: int) -> list[tuple[float, float]]:
        """Return (seconds since the start, units of work a second) for equal parts of the job's life."""
        return work_done(self.session, self.job, most_bins)
