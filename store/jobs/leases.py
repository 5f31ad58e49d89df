"""Leases: a worker claims a shard, keeps it alive, and commits its slice only if it still holds it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from sqlalchemy import Update, select, tuple_, update
from sqlalchemy.orm import Session

from store.arrays import digest
from store.database.db import now
from store.errors import DamagedCheckpointError, StaleLeaseError
from store.jobs.events import Name, record
from store.jobs.lease_statements import (
    ADVANCE_KEEPING_INPUT,
    ADVANCE_SHARD,
    INSERT_SLICE,
    LEASE_SHARD,
    LOCK_JOB,
    LOCK_JOB_ALONE,
    LOCK_JOB_SHARED,
    LOCK_SHARD,
    REFUND_JOB,
    SELECT_DISTRUSTED,
    UPDATE_SHARD,
    pick_next_job,
)
from store.jobs.lifecycle import advance_job, change_state
from store.jobs.spot_check_draw import draw_for_spot_check
from store.models.jobs import Job, Shard
from store.models.states import ACTIVE, JobState, ShardState
from store.tours.encoding import TourBatch, in_found_order
from store.tours.insertion import write_tours

BACKOFF_SECONDS = 2.0
ERROR_LENGTH = 4000
"""Characters of the end of an error that are kept."""

LARGE_INPUT = 1 << 20
"""Bytes of a checkpoint from which on it is kept only for every LARGE_INPUT_EVERY-th slice: to copy it costs time."""

LARGE_INPUT_EVERY = 16


@dataclass(frozen=True)
class Lease:
    """A shard given to a worker until it commits, fails, or falls silent.

    engine: the digest of the code that the job was claimed for, which is that of the worker.
    """

    shard_id: int
    job_id: int
    board_id: int | None
    public_id: str
    label: str
    fence: int
    seq: int
    attempts: int
    crashes: int
    engine: str
    specification: Mapping[str, object]
    target: Mapping[str, object]
    checkpoint: bytes | None

    @property
    def key(self) -> tuple[str, int]:
        """What tells this lease from all others that are held."""
        return "shard", self.shard_id


@dataclass(frozen=True)
class SliceResult:
    """What a slice of work produced.

    repeatable: whether running it again must give the same; not where files of it were lost and made good.
    """

    checkpoint: bytes
    statistics: bytes
    work: int
    progress: float
    finished: bool
    wall_seconds: float
    cpu_seconds: float
    tours: TourBatch | None = None
    repeatable: bool = True

    @property
    def digest(self) -> str:
        """The digest of all that the slice found: checkpoint, statistics and tours."""
        return digest(self.checkpoint, self.statistics, b"" if self.tours is None else self.tours.paths.tobytes())


def claim(
    session: Session, worker: str, engines: Collection[str], lease_seconds: float, most_running: int = 0
) -> Lease | None:
    """Lease the next due shard: highest priority first, then the job that was served least for its weight.

    That a job which is at work already has one more lease may be lost if the database crashes within a moment
    (`Losable`): then the shard is free, and what was computed under the lease is refused. Should the same fence be
    given out anew, the commit that comes first counts and moves the sequence on, so the other is refused: both began
    from the same checkpoint.

    engines: the digests of the code that the worker has; it is given jobs of no other. most_running: so many shards of
    one owner are worked on at a time, 0: any number.
    """
    connection, due = session.connection(), {"engines": list(engines)}
    job = connection.execute(pick_next_job(most_running, skip_locked=True), due).first()
    if job is None:  # nothing free: wait for jobs that somebody else is just claiming from
        job = connection.execute(pick_next_job(most_running, skip_locked=False), due).first()
    if job is None:
        return None
    wanted = {"job": job.id, "worker": worker, "lease_seconds": lease_seconds}
    shard = connection.execute(LEASE_SHARD, {**wanted, "losable": job.state == JobState.RUNNING}).first()
    if shard is None:  # somebody else was faster
        connection.execute(REFUND_JOB, {"job": job.id})
        return None
    if job.state == JobState.QUEUED:
        _start(session, job.id)
    return Lease(
        shard_id=shard.id,
        job_id=job.id,
        board_id=job.board_id,
        public_id=job.public_id,
        label=shard.label,
        fence=shard.fence,
        seq=shard.seq,
        attempts=shard.attempts,
        crashes=shard.crashes,
        engine=job.engine,
        specification=job.specification,
        target=shard.target,
        checkpoint=shard.checkpoint,
    )


def record_compiling(session: Session, lease: Lease) -> None:
    """Let the job say that a worker has to compile its kernels first."""
    record(session, session.get_one(Job, lease.job_id), "compiling", shard=lease.label)


def commit(session: Session, lease: Lease, worker: str, result: SliceResult, share: float = 0.0) -> bool:
    """Write a slice: tours, ledger, checkpoint and what follows from it, all or (StaleLeaseError) nothing.

    DamagedCheckpointError where what it began from was damaged where it lay (store/trust/checkpoint_repair.py).

    Returns whether that began a round of the job, for which other workers may be waiting.

    share: the probability with which the database draws it for a second run (store/trust/spot_checks.py).
    """
    state = _lock_to_commit(session, lease, worker, exclusive=result.finished)
    tours = 0 if result.tours is None else len(result.tours)
    entry = {
        "worker": worker,
        "its_worker": worker,
        "its_engine": lease.engine,
        "its_input_digest": digest(lease.checkpoint),
        "its_output_digest": digest(result.checkpoint),
        "its_result_digest": result.digest,
        "its_work": result.work,
        "its_tours": tours,
        "its_wall_seconds": result.wall_seconds,
        "its_cpu_seconds": result.cpu_seconds,
    }
    moment = session.connection().execute(INSERT_SLICE, {**_key(lease), **entry}).scalar()
    if moment is None:
        raise _refusal(session, lease, worker)
    if result.repeatable:
        draw_for_spot_check(session, lease.shard_id, lease.engine, worker, share)
    _write_tours(session, lease, result.tours, moment)
    values = {
        "state": ShardState.FINISHED if result.finished else ShardState.READY,
        "seq": lease.seq + 1,
        "worker": None,
        "lease_until": None,
        "attempts": 0,
        "crashes": 0,
        "last_error": None,
        "checkpoint": result.checkpoint,
        "statistics": result.statistics,
        "progress": result.progress,
        "more_work": result.work,
        "more_seconds": result.cpu_seconds,
        "more_tours": tours,
    }
    # last: from here on other commits of the job wait for its sums
    _update_held(session, lease, values, ADVANCE_KEEPING_INPUT if _keeps_input(lease, result) else ADVANCE_SHARD)
    return (result.finished or state == JobState.PAUSING) and advance_job(session, session.get_one(Job, lease.job_id))


def lock_damaged(session: Session, lease: Lease) -> Job | None:
    """Lock the lease's job for this writer alone and return it, if the checkpoint that was given is damaged.

    None where it is what the last slice has left; StaleLeaseError where the shard was given away.
    """
    job = _locked_job(session, lease)
    return None if _lock_last_output(session, lease) in (None, digest(lease.checkpoint)) else job


def fail(session: Session, lease: Lease, error: str, max_attempts: int) -> None:
    """Give a shard back after a crash of its own; StaleLeaseError where it was lost. Quarantined after too many."""
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
    record(session, job, name, shard=lease.label, error=error[-ERROR_LENGTH:])
    advance_job(session, job)


def release(session: Session, lease: Lease) -> None:
    """Give a shard back as it was claimed, unworked."""
    job = _locked_job(session, lease)
    values = {"state": ShardState.READY, "worker": None, "lease_until": None, "attempts": lease.attempts - 1}
    _update_held(session, lease, values)
    advance_job(session, job)


def renew(session: Session, leases: Sequence[Lease], lease_seconds: float) -> None:
    """Keep the leases alive; those that were lost stay lost."""
    held = [(lease.shard_id, lease.fence) for lease in leases]
    session.execute(
        update(Shard)
        .where(tuple_(Shard.id, Shard.fence).in_(held), Shard.state == ShardState.LEASED)
        .values(lease_until=now(session) + lease_seconds)
    )


def still_wanted(session: Session, leases: Sequence[Lease]) -> set[tuple[str, int]]:
    """Return the keys of those leases that are held and whose jobs are neither pausing nor ended."""
    held = [(lease.shard_id, lease.fence) for lease in leases]
    statement = (
        select(Shard.id)
        .join(Job, Job.id == Shard.job_id)
        .where(tuple_(Shard.id, Shard.fence).in_(held), Shard.state == ShardState.LEASED, Job.state.in_(ACTIVE))
    )
    return {("shard", shard_id) for shard_id in session.scalars(statement)}


def _keeps_input(lease: Lease, result: SliceResult) -> bool:
    """Whether the input of the slice stays with its shard; of large ones that of a slice now and then."""
    large = len(lease.checkpoint or b"") > LARGE_INPUT
    return result.repeatable and not (large and lease.seq % LARGE_INPUT_EVERY)


def _start(session: Session, job_id: int) -> None:
    """Let a job be at work of which the first shard is given out."""
    job = session.get_one(Job, job_id)
    job.started_at = job.started_at or now(session)
    change_state(session, job, JobState.RUNNING, "started")
    session.flush()


def _locked_job(session: Session, lease: Lease) -> Job:
    """Lock the lease's job for this writer alone."""
    if session.connection().execute(LOCK_JOB, {"job": lease.job_id}).first() is None:  # it was deleted
        raise _stale(lease)
    return session.get_one(Job, lease.job_id, populate_existing=True)


def _lock_to_commit(session: Session, lease: Lease, worker: str, *, exclusive: bool) -> JobState:
    """Lock the lease's job: shared for a commit that cannot change its state, else for this writer alone."""
    connection, asked = session.connection(), {"job": lease.job_id, "worker": worker}
    state = None if exclusive else connection.execute(LOCK_JOB_SHARED, asked).scalar()
    state = state or connection.execute(LOCK_JOB_ALONE, asked).scalar()
    if state is None:  # the job was deleted
        raise _stale(lease)
    return JobState(state)


def _refusal(session: Session, lease: Lease, worker: str) -> Exception:
    """Return why the ledger takes no entry of the lease."""
    if session.connection().execute(SELECT_DISTRUSTED, {"worker": worker}).scalar_one():
        return StaleLeaseError(f"{worker} was found to err: nothing of it is kept")
    _lock_last_output(session, lease)
    return DamagedCheckpointError(f"the checkpoint of {lease.label} is not what its last slice has left")


def _lock_last_output(session: Session, lease: Lease) -> str | None:
    """Lock the lease's shard and return the digest of what its last slice left; StaleLeaseError where it was lost."""
    held = session.connection().execute(LOCK_SHARD, _key(lease)).first()
    if held is None:
        raise _stale(lease)
    return cast("str | None", held.left)


def _key(lease: Lease) -> dict[str, int]:
    return {"held_shard": lease.shard_id, "held_fence": lease.fence, "held_seq": lease.seq}


def _update_held(
    session: Session, lease: Lease, values: Mapping[str, object], statement: Update = UPDATE_SHARD
) -> None:
    if session.connection().execute(statement, {**_key(lease), **values}).rowcount != 1:
        raise _stale(lease)


def _stale(lease: Lease) -> StaleLeaseError:
    return StaleLeaseError(f"shard {lease.shard_id} was given away: fence {lease.fence} is not the newest")


def _write_tours(session: Session, lease: Lease, tours: TourBatch | None, moment: float) -> None:
    if tours is not None and lease.board_id is not None:
        place = {"board_id": lease.board_id, "shard_id": lease.shard_id, "seq": lease.seq}
        write_tours(session, tours, found_at=moment, as_found=in_found_order(lease.specification), **place)
