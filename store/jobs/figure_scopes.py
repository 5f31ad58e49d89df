"""Scopes of a job's figures: board, start squares, and settings that the figures depend on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.kinds.figure_scope import Scope, estimated_scope, scope_of
from store.models.jobs import Job

if TYPE_CHECKING:
    from engine.specification.result import Count, Estimate


def count_scope(job: Job, part: Count) -> Scope:
    """Return the scope of an exact count."""
    return scope_of(job.specification, job.public_id, job.outcome, part.quantity, part.method)


def square_scope(job: Job, quantity: str, square: Sequence[int]) -> Scope:
    """Return the scope of an exact count of one start square."""
    return scope_of(job.specification, job.public_id, job.outcome, quantity, job.method, square)


def estimate_scope(job: Job, part: Estimate) -> Scope:
    """Return the scope of an estimate."""
    biased_by = None if part.unbiased else part.estimator
    return estimated_scope(job.specification, job.public_id, part.quantity, biased_by=biased_by, square=part.square)


def seed_of(job: Job) -> str | None:
    """Return the random streams that the job draws from, None if it draws none."""
    rng = job.specification.get("rng")
    return None if rng is None else f"{rng['generator']}:{rng['seed']}"
