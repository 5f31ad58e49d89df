"""Limits on concurrent jobs, per key and in all."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import ColumnElement, Select, func, select
from sqlalchemy.orm import Session

from store.database.db import number_of
from store.errors import TooManyJobsError
from store.models.jobs import Job
from store.models.shards import Shard
from store.models.states import OPEN, ShardState

NOBODY = ""
"""Owner of requests without a key."""


@dataclass(frozen=True)
class JobLimits:
    """Maximum number of unfinished jobs per owner and in all; 0: any number."""

    each: int = 0
    all: int = 0


def check_room(session: Session, owner: str | None, limits: JobLimits, jobs: int = 1) -> None:
    """Raise TooManyJobsError if `jobs` more jobs exceed the limits.

    Concurrent requests may both pass: this protects the service and is no exact quota.
    """
    own = _open(session, Job.owner.is_not_distinct_from(owner)) if limits.each else 0
    if limits.each and own + jobs > limits.each:
        raise TooManyJobsError(" of one key", limits.each, own)
    there = _open(session) if limits.all else 0
    if limits.all and there + jobs > limits.all:
        raise TooManyJobsError("", limits.all, there)


def has_shard_free(most: int) -> ColumnElement[bool]:
    """Whether fewer than `most` shards of a job's owner are running."""
    return func.coalesce(Job.owner, NOBODY).not_in(_busy_owners(most))


def _busy_owners(most: int) -> Select[str]:
    """Select owners with `most` or more running shards."""
    owner = func.coalesce(Job.owner, NOBODY)
    leased = select(owner).join(Shard, Shard.job_id == Job.id).where(Shard.state == ShardState.LEASED)
    return leased.correlate(None).group_by(owner).having(func.count() >= most)


def _open(session: Session, *whose: ColumnElement[bool]) -> int:
    return number_of(session, Job, Job.state.in_(OPEN), *whose)
