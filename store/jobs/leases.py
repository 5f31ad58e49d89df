"""Leases: a worker claims a shard, renews the lease, and commits its slice only while it holds it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from sqlalchemy import Connection, Row, select, tuple_, update
from sqlalchemy.orm import Session

from store.arrays import digest
from store.database.db import now
from store.database.expressions import CLOCK
from store.database.together import Bound, execute_together
from store.errors import DamagedCheckpointError, StaleLeaseError
from store.jobs.events import Name, record
from store.jobs.lease_statements import (
    ADVANCE_KEEPING_INPUT,
    ADVANCE_SHARD,
    INSERT_SLICE,
    INSERT_SLICE_BUT_LAST,
    INSERT_SLICE_OF_RUNNING,
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
"""Characters kept of the end of an error."""

LARGE_INPUT = 1 << 20
"""Larger checkpoints (bytes) are kept only for every LARGE_INPUT_EVERY-th slice, as copying takes time."""

LARGE_INPUT_EVERY = 16


@dataclass(frozen=True)
class Lease:
    """A shard leased to a worker until it commits, fails, or falls silent. engine: the worker's code digest."""

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
        """Identifies the lease among all active ones."""
        return "shard", self.shard_id


@dataclass(frozen=True)
class SliceResult:
    """What a slice produced. repeatable: whether a rerun must give the same; false if lost files were rebuilt."""

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
        """Digest of all that the slice produced: checkpoint, statistics and tours."""
        return digest(self.checkpoint, self.statistics, b"" if self.tours is None else self.tours.paths.tobytes())

    @property
    def number_of_tours(self) -> int:
        """How many tours it found and keeps."""
        return 0 if self.tours is None else len(self.tours)


def claim(
    session: Session, worker: str, engines: Collection[str], lease_seconds: float, most_running: int = 0
) -> Lease | None:
    """Lease the next due shard: highest priority first, then the job with the least service for its weight.

     If the job is already running, the claim is committed asynchronously (`Losable`) and may be lost in a crash. The
    shard is then simply free again, and a commit under the lost lease is refused. If the same fence is issued again,
    the first commit advances the sequence number and the second is refused: both began from the same checkpoint.

     engines: the worker's code digests; it gets jobs of no other. most_running: how many shards of one owner may run at
    a time, 0: any number.
    """
    connection, due = session.connection(), {"engines": list(engines)}
    job = connection.execute(pick_next_job(most_running, skip_locked=True), due).first()
    if job is None:  # nothing free: wait for jobs that somebody else is just claiming from
        job = connection.execute(pick_next_job(most_running, skip_locked=False), due).first()
    if job is None:
        return None
    fields = {"job": job.id, "claimant": worker, "lease_seconds": lease_seconds}
    shard = connection.execute(LEASE_SHARD, {**fields, "losable": job.state == JobState.RUNNING}).first()
    if shard is None:  # somebody else was faster
        connection.execute(REFUND_JOB, {"job": job.id})
        return None
    if job.state == JobState.QUEUED:
        _start(session, job.id)
    return lease_of(shard, job)


def lease_of(shard: Row[Any], job: Row[Any]) -> Lease:
    """Return the lease that a row of a shard and one of its job describe."""
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
        engine=job.engine,
        specification=job.specification,
        target=shard.target,
        checkpoint=shard.checkpoint,
    )


def record_compiling(session: Session, lease: Lease) -> None:
    """Record in the job's history that a worker must compile its kernels first."""
    record(session, session.get_one(Job, lease.job_id), "compiling", shard=lease.label)


@dataclass(frozen=True)
class SliceCommit:
    """The commit of a slice. share: the probability of a spot check (store/trust/spot_checks.py)."""

    lease: Lease
    worker: str
    result: SliceResult
    share: float = 0.0

    def at_once(self, connection: Connection) -> bool:
        """Commit a slice without tours of a running job that then still has an open shard, in one round trip.

        connection: of `Database.at_once`. Returns whether it was that; if not, nothing was written.
        """
        finished = self.result.finished
        if self.result.tours is not None:
            return False
        lock, entry = (
            (LOCK_JOB_ALONE, INSERT_SLICE_BUT_LAST) if finished else (LOCK_JOB_SHARED, INSERT_SLICE_OF_RUNNING)
        )
        statements = [(lock, self._job()), (entry, self._job() | self._entry()), *self._draw(), self._advance()]
        return execute_together(connection, statements).rowcount == 1

    def __call__(self, session: Session) -> bool:
        """Commit any slice: tours, ledger, checkpoint and what follows, all or (StaleLeaseError) nothing.

         Raises DamagedCheckpointError if the slice's input was damaged in storage (store/trust/checkpoint_repair.py).
        Returns whether a new round of the job began, which other workers may be waiting for.
        """
        lease, finished = self.lease, self.result.finished
        connection, state, moment = session.connection(), JobState.RUNNING, None
        if not finished:
            statements = [(LOCK_JOB_SHARED, self._job()), (INSERT_SLICE_OF_RUNNING, self._job() | self._entry())]
            moment = execute_together(connection, statements).scalar()
        if moment is None:
            state = _lock_to_commit(session, lease, self.worker, exclusive=finished)
            moment = connection.execute(INSERT_SLICE, self._entry()).scalar()
        if moment is None:
            raise _refusal(session, lease, self.worker)
        _write_tours(session, lease, self.result.tours, moment)
        # last: from here on other commits of the job wait for its sums
        if execute_together(connection, [*self._draw(), self._advance()]).rowcount != 1:
            raise _stale(lease)
        return (finished or state == JobState.PAUSING) and advance_job(session, session.get_one(Job, lease.job_id))

    def _job(self) -> dict[str, object]:
        return {"job": self.lease.job_id, "worker": self.worker}

    def _entry(self) -> dict[str, object]:
        """Return the values of the ledger's entry."""
        lease, result = self.lease, self.result
        return {
            **_key(lease),
            "worker": self.worker,
            "its_worker": self.worker,
            "its_engine": lease.engine,
            "its_input_digest": digest(lease.checkpoint),
            "its_output_digest": digest(result.checkpoint),
            "its_result_digest": result.digest,
            "its_work": result.work,
            "its_tours": result.number_of_tours,
            "its_wall_seconds": result.wall_seconds,
            "its_cpu_seconds": result.cpu_seconds,
        }

    def _draw(self) -> list[Bound]:
        """Return what may draw the slice for a spot check."""
        lease = self.lease
        return draw_for_spot_check(
            lease.shard_id, lease.engine, self.worker, self.share if self.result.repeatable else 0
        )

    def _advance(self) -> Bound:
        """Return what gives the shard back with its new checkpoint."""
        result = self.result
        values = {
            "state": ShardState.FINISHED if result.finished else ShardState.READY,
            "seq": self.lease.seq + 1,
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
            "more_tours": result.number_of_tours,
        }
        keeps = _keeps_input(self.lease, result)
        return ADVANCE_KEEPING_INPUT if keeps else ADVANCE_SHARD, {**_key(self.lease), **values}


def commit(session: Session, lease: Lease, worker: str, result: SliceResult, share: float = 0.0) -> bool:
    """Commit a slice in the caller's transaction, as `SliceCommit` says."""
    return SliceCommit(lease, worker, result, share)(session)


def lock_damaged(session: Session, lease: Lease) -> Job | None:
    """Lock the lease's job exclusively and return it if the leased checkpoint is damaged, else None.

    Raises StaleLeaseError if the shard was leased to another worker.
    """
    job = _locked_job(session, lease)
    return None if _lock_last_output(session, lease) in (None, digest(lease.checkpoint)) else job


def fail(session: Session, lease: Lease, error: str, max_attempts: int) -> None:
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
    record(session, job, name, shard=lease.label, error=error[-ERROR_LENGTH:])
    advance_job(session, job)


def release(session: Session, lease: Lease) -> None:
    """Return a shard unworked."""
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


def _keeps_input(lease: Lease, result: SliceResult) -> bool:
    """Whether to keep the slice's input with its shard; large inputs are kept only now and then."""
    large = len(lease.checkpoint or b"") > LARGE_INPUT
    return result.repeatable and not (large and lease.seq % LARGE_INPUT_EVERY)


def _start(session: Session, job_id: int) -> None:
    """Mark the job as running when its first shard is leased."""
    job = session.get_one(Job, job_id)
    job.started_at = job.started_at or now(session)
    change_state(session, job, JobState.RUNNING, "started")
    session.flush()


def _locked_job(session: Session, lease: Lease) -> Job:
    """Lock the lease's job exclusively."""
    if session.connection().execute(LOCK_JOB, {"job": lease.job_id}).first() is None:  # it was deleted
        raise _stale(lease)
    return session.get_one(Job, lease.job_id, populate_existing=True)


def _lock_to_commit(session: Session, lease: Lease, worker: str, *, exclusive: bool) -> JobState:
    """Lock the lease's job: shared if the commit cannot change its state, else exclusively."""
    connection, asked = session.connection(), {"job": lease.job_id, "worker": worker}
    state = None if exclusive else connection.execute(LOCK_JOB_SHARED, asked).scalar()
    state = state or connection.execute(LOCK_JOB_ALONE, asked).scalar()
    if state is None:  # the job was deleted
        raise _stale(lease)
    return JobState(state)


def _refusal(session: Session, lease: Lease, worker: str) -> Exception:
    """Return the error that explains why the ledger refused the lease's entry."""
    if session.connection().execute(SELECT_DISTRUSTED, {"worker": worker}).scalar_one():
        return StaleLeaseError(f"{worker} was found to err: nothing of it is kept")
    _lock_last_output(session, lease)
    return DamagedCheckpointError(f"the checkpoint of {lease.label} is not what its last slice has left")


def _lock_last_output(session: Session, lease: Lease) -> str | None:
    """Lock the lease's shard and return the digest of its last output; StaleLeaseError if the lease was lost."""
    held = session.connection().execute(LOCK_SHARD, _key(lease)).first()
    if held is None:
        raise _stale(lease)
    return cast("str | None", held.left)


def _key(lease: Lease) -> dict[str, int]:
    return {"held_shard": lease.shard_id, "held_fence": lease.fence, "held_seq": lease.seq}


def _update_held(session: Session, lease: Lease, values: Mapping[str, object]) -> None:
    if session.connection().execute(UPDATE_SHARD, {**_key(lease), **values}).rowcount != 1:
        raise _stale(lease)


def _stale(lease: Lease) -> StaleLeaseError:
    return StaleLeaseError(f"shard {lease.shard_id} was given away: fence {lease.fence} is not the newest")


def _write_tours(session: Session, lease: Lease, tours: TourBatch | None, moment: float) -> None:
    if tours is not None and lease.board_id is not None:
        place = {"board_id": lease.board_id, "shard_id": lease.shard_id, "seq": lease.seq}
        write_tours(session, tours, found_at=moment, as_found=in_found_order(lease.specification), **place)
