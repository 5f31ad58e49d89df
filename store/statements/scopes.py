"""What the parts of a job's result are of, and that the job is their source."""

from __future__ import annotations

from collections.abc import Sequence

from engine.specification.result import Count, Estimate
from engine.specification.scope import Scope, estimated_scope, scope_of
from store.models.jobs import Job
from store.statements.statement import Source, Statement, Subject
from store.statements.ways import way_of


def count_scope(job: Job, part: Count) -> Scope:
    """Return what an exact count of a job is of."""
    return scope_of(job.specification, job.public_id, job.outcome, part.quantity, part.method)


def square_scope(job: Job, quantity: str, square: Sequence[int]) -> Scope:
    """Return what an exact count of one start square is of."""
    return scope_of(job.specification, job.public_id, job.outcome, quantity, job.method, square)


def estimate_scope(job: Job, part: Estimate) -> Scope:
    """Return what an estimate of a job is of."""
    biased_by = None if part.unbiased else part.estimator
    return estimated_scope(job.specification, job.public_id, part.quantity, biased_by=biased_by, square=part.square)


def job_source(
    job: Job,
    method: str | None,
    *,
    cpu_seconds: float | None = None,
    samples: int | None = None,
    seed: str | None = None,
) -> Source:
    """Return a job as the source of what it has found by a method: from so many samples, else counted."""
    way, title = way_of(job.specification, method) if samples is None else None, job.label or job.public_id
    return Source("job", job.public_id, title, method, job.engine, cpu_seconds, samples, seed, way=way)


def exact_statement(subject: Subject, scope: Scope, convention: str, value: str, source: Source) -> Statement:
    """Return what was counted exactly."""
    return Statement(
        subject=subject,
        quantity=scope.quantity,
        convention=convention,
        exact=True,
        value=value,
        restriction=scope.restriction,
        reliability="exact",
        sources=(source,),
    )


def seed_of(job: Job) -> str | None:
    """Return which streams of random numbers the job draws from, None where it draws none."""
    rng = job.specification.get("rng")
    return None if rng is None else f"{rng['generator']}:{rng['seed']}"
