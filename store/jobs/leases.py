"""Leases: a worker claims a shard, renews the lease, and gives it back."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from sqlalchemy import Row, select, tuple_, update
from sqlalchemy.orm import Session

from store.arrays import digest
from store.database.db import now
from store.database.expressions import CLOCK
from store.errors import StaleLeaseError
from store.jobs.events import Name, record
from store.jobs.lease_statements import (
    LEASE_SHARD,
    LOCK_JOB,
    LOCK_SHARD,
    REFUND_JOB,
    UPDATE_SHARD,
    pick_next_job,
)
from store.jobs.lifecycle import advance_job, change_state
from store.models.jobs import Job
from store.models.shards import Shard
from store.models.states import ACTIVE, JobState, ShardState

BACKOFF_SECONDS = 2.0
ERROR_LENGTH = 4000
"""Number of characters kept, from the end of an error."""


@dataclass(frozen=True)
class Lease:
    """A shard leased to a worker until it commits, fails, or falls silent. code_digest: of the worker's code."""

    shard_id: int
    job_id: int
    board_id: int | None
    public_id: str
    label: str
    fence: int
    seq: int
    attempts: int
    crashes: int
    code_digest: str
    specification: Mapping[str, object]
    target: Mapping[str, object]
    checkpoint: bytes | None

    @property
    def key(self) -> tuple[str, int]:
        """Identifies the lease among all active ones."""
        return "shard", self.shard_id


def claim(
    session: Session, worker: str, code_digests: Collection[str], lease_seconds: float, most_running: int = 0
) -> Lease | None:
    """Lease the next due shard: highest priority first, then the job with the least service for its weight.

    If the job is already running, the claim is committed asynchronously (`Losable`) and may be lost in a crash. The
    shard is then simply free again, and a commit under the lost lease is refused. If the same fence is issued again,
    the first commit advances the sequence number and the second is refused: both began from the same checkpoint.

    code_digests: of the worker's code; it gets no jobs of other code. most_running: how many shards of one owner may
    run at a time, 0: any number.
    """
    connection, due = session.connection(), {"code_digests": list(code_digests)}
    job = connection.execute(pick_next_job(most_running, skip_locked=True), due).first()
    if job is None:  # nothing free: wait for jobs that another worker is claiming from
        job = connection.execute(pick_next_job(most_running, skip_locked=False), due).first()
    if job is None:
        return None
    fields = {"job": job.id, "claimant": worker, "lease_seconds": lease_seconds}
    shard = connection.execute(LEASE_SHARD, {**fields, "losable": job.state == JobState.RUNNING}).first()
    if shard is None:  # another worker was faster
        connection.execute(REFUND_JOB, {"job": job.id})
        return None
    if job.state == JobState.QUEUED:
        _start(session, job.id)
    return lease_of(shard, job)


def lease_of(shard: Row[Any], job: Row[Any]) -> Lease:
    """Return the lease described by a shard's row and its job's row."""
    return Lease(
        shard_id=shard.id,
        job_id=shard.job_id,
        board_id=job.board_id,
        public_id=job.public_id,
        label=shard.label,
        fence=shard.fence,
        seq=shard.seq,
        attempts=shard.attempts,
        crashes=shard.crashes,
        code_digest=job.code_digest,
        specification=job.specification,
        target=shard.target,
        checkpoint=shard.checkpoint,
    )


def record_compiling(session: Session, lease: Lease) -> None:
    """Record in the job's history that a worker must compile its kernels first."""
    record(session, session.get_one(Job, lease.job_id), "compiling", shard=lease.label)


def lock_damaged(session: Session, lease: Lease) -> Job | None:
    """Lock the lease's job exclusively and return it if the leased checkpoint is damaged, else None.

    Raises StaleLeaseError if the shard was leased to another worker.
    """
    job = _locked_job(session, lease)
    return None if lock_last_output(session, lease) in (None, digest(lease.checkpoint)) else job


def fail(session: Session, lease: Lease, worker: str, error: str, max_attempts: int) -> None:
    """Return a shard after an error in its work, or quarantine it after `max_attempts`.

    Raises StaleLeaseError if the lease was lost.
    """
    job = _locked_job(session, lease)
    crashes = lease.crashes + 1
    poisoned = crashes >= max_attempts
    values = {
        "state": ShardState.QUARANTINED if poisoned else ShardState.READY,
        "worker": None,
        "lease_until": None,
        "last_error": error[-ERROR_LENGTH:],
        "crashes": crashes,
        "not_before": now(session) + BACKOFF_SECONDS * crashes,
    }
    _update_held(session, lease, values)
    name: Name = "shard-quarantined" if poisoned else "shard-failed"
    record(session, job, name, shard=lease.label, worker=worker, error=error[-ERROR_LENGTH:])
    advance_job(session, job)


def release(session: Session, lease: Lease) -> None:
    """Return a shard on which no work was done."""
    job = _locked_job(session, lease)
    values = {"state": ShardState.READY, "worker": None, "lease_until": None, "attempts": lease.attempts - 1}
    _update_held(session, lease, values)
    advance_job(session, job)


def renew(session: Session, leases: Sequence[Lease], lease_seconds: float) -> None:
    """Renew the leases still held."""
    if not leases:
        return
    held = [(lease.shard_id, lease.fence) for lease in leases]
    session.execute(
        update(Shard)
        .where(tuple_(Shard.id, Shard.fence).in_(held), Shard.state == ShardState.LEASED)
        .values(lease_until=CLOCK + lease_seconds)
    )


def find_live_leases(session: Session, leases: Sequence[Lease]) -> set[tuple[str, int]]:
    """Return the keys of those leases that are held and whose jobs are neither pausing nor ended."""
    if not leases:
        return set()
    held = [(lease.shard_id, lease.fence) for lease in leases]
    statement = (
        select(Shard.id)
        .join(Job, Job.id == Shard.job_id)
        .where(tuple_(Shard.id, Shard.fence).in_(held), Shard.state == ShardState.LEASED, Job.state.in_(ACTIVE))
    )
    return {("shard", shard_id) for shard_id in session.scalars(statement)}


def _start(session: Session, job_id: int) -> None:
    """Mark the job as running when its first shard is leased."""
    job = session.get_one(Job, job_id)
    job.started_at = job.started_at or now(session)
    change_state(session, job, JobState.RUNNING, "started")
    session.flush()


def _locked_job(session: Session, lease: Lease) -> Job:
    """Lock the lease's job exclusively."""
    if session.connection().execute(LOCK_JOB, {"job": lease.job_id}).first() is None:  # it was deleted
        raise stale_error(lease)
    return session.get_one(Job, lease.job_id, populate_existing=True)


def lock_last_output(session: Session, lease: Lease) -> str | None:
    """Lock the lease's shard and return the digest of its last output; StaleLeaseError if the lease was lost."""
    held = session.connection().execute(LOCK_SHARD, lease_key(lease)).first()
    if held is None:
        raise stale_error(lease)
    return cast("str | None", held.left)


def lease_key(lease: Lease) -> dict[str, int]:
    """Return the values by which statements find the shard while the lease is held."""
    return {"held_shard": lease.shard_id, "held_fence": lease.fence, "held_seq": lease.seq}


def _update_held(session: Session, lease: Lease, values: Mapping[str, object]) -> None:
    if session.connection().execute(UPDATE_SHARD, {**lease_key(lease), **values}).rowcount != 1:
        raise stale_error(lease)


def stale_error(lease: Lease) -> StaleLeaseError:
    """Return the error for a lost lease."""
    return StaleLeaseError(f"shard {lease.shard_id} was given away: fence {lease.fence} is not the newest")
