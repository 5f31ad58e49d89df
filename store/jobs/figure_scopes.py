"""What the figures of a job are of: board, start squares, and what they depend on."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kinds.figure_scope import Scope, estimated_scope, scope_of
from engine.specification.result import Count, Estimate
from store.models.jobs import Job


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


def seed_of(job: Job) -> str | None:
    """Return which streams of random numbers the job draws from, None where it draws none."""
    rng = job.specification.get("rng")
    return None if rng is None else f"{rng['generator']}:{rng['seed']}"
