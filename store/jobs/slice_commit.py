"""Commits of slices: tours, ledger, checkpoint and what follows, all or nothing, and only while the lease is held."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from store.arrays import digest
from store.database.together import Bound, execute_together
from store.errors import DamagedCheckpointError, StaleLeaseError
from store.jobs.lease_statements import (
    ADVANCE_KEEPING_INPUT,
    ADVANCE_SHARD,
    INSERT_SLICE,
    INSERT_SLICE_BUT_LAST,
    INSERT_SLICE_OF_RUNNING,
    JOB_GOES_ON,
    LOCK_JOB_ALONE,
    LOCK_JOB_SHARED,
    OWNS_RECORDED,
    RECORDED_AT,
    SELECT_DISTRUSTED,
)
from store.jobs.leases import Lease, lease_key, lock_last_output, stale_error
from store.jobs.lifecycle import advance_job
from store.jobs.spot_check_draw import draw_for_spot_check
from store.models.jobs import Job
from store.models.states import JobState, ShardState
from store.tours.encoding import TourBatch, in_found_order
from store.tours.insertion import insert_tours

LARGE_INPUT = 1 << 20
"""Larger checkpoints (bytes) are kept only for every LARGE_INPUT_EVERY-th slice, as copying takes time."""

LARGE_INPUT_EVERY = 16


@dataclass(frozen=True)
class SliceResult:
    """Output of a slice. repeatable: whether a rerun must give the same output; false if lost files were rebuilt."""

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


@dataclass(frozen=True)
class SliceCommit:
    """The commit of a slice. share: the probability of a spot check (store/trust/spot_checks.py)."""

    lease: Lease
    worker: str
    result: SliceResult
    share: float = 0.0

    def at_once(self, connection: Connection) -> bool:
        """Commit a slice of a running job that then still has an open shard, in one round trip.

        connection: of `Database.at_once`. Reserving ids for tours takes another round trip. If the shard is finished,
        the job is checked before, so that its last slice wastes no ids. Returns whether the slice was committed; if
        not, nothing was written.
        """
        if self.result.finished and self.result.number_of_tours and not self._job_goes_on(connection):
            return False
        lock, entry = (
            (LOCK_JOB_ALONE, INSERT_SLICE_BUT_LAST)
            if self.result.finished
            else (LOCK_JOB_SHARED, INSERT_SLICE_OF_RUNNING)
        )
        statements = [(lock, self._job()), (entry, self._job() | self._entry()), *self._results(connection)]
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
        if execute_together(connection, self._results(connection)).rowcount != 1:
            raise stale_error(lease)
        return (finished or state == JobState.PAUSING) and advance_job(session, session.get_one(Job, lease.job_id))

    def _job_goes_on(self, connection: Connection) -> bool:
        """Whether the job is running and has another open shard."""
        found: bool = connection.execute(JOB_GOES_ON, self._job() | lease_key(self.lease)).scalar_one()
        return found

    def _job(self) -> dict[str, object]:
        return {"job": self.lease.job_id, "worker": self.worker}

    def _entry(self) -> dict[str, object]:
        """Return the values of the ledger's entry."""
        lease, result = self.lease, self.result
        return {
            **lease_key(lease),
            "worker": self.worker,
            "its_worker": self.worker,
            "its_code_digest": lease.code_digest,
            "its_input_digest": digest(lease.checkpoint),
            "its_output_digest": digest(result.checkpoint),
            "its_result_digest": result.digest,
            "its_work": result.work,
            "its_tours": result.number_of_tours,
            "its_wall_seconds": result.wall_seconds,
            "its_cpu_seconds": result.cpu_seconds,
        }

    def _results(self, connection: Connection) -> list[Bound]:
        """Return the statements that write the slice's results once its ledger entry exists."""
        # the shard last: from then on other commits of the job wait for its sums
        return [*self._tours(connection), *self._draw(), self._advance()]

    def _tours(self, connection: Connection) -> list[Bound]:
        """Return the statements that insert the slice's tours."""
        lease, tours = self.lease, self.result.tours
        if tours is None or lease.board_id is None:
            return []
        statements = insert_tours(
            connection,
            tours,
            board_id=lease.board_id,
            shard_id=lease.shard_id,
            seq=lease.seq,
            found_at=RECORDED_AT,
            as_found=in_found_order(lease.specification),
            condition=OWNS_RECORDED,
        )
        return [(statement, {**lease_key(lease), **values}) for statement, values in statements]

    def _draw(self) -> list[Bound]:
        """Return the statements that may draw the slice for a spot check."""
        lease = self.lease
        return draw_for_spot_check(
            lease.shard_id, lease.code_digest, self.worker, self.share if self.result.repeatable else 0
        )

    def _advance(self) -> Bound:
        """Return the statement that returns the shard with its new checkpoint."""
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
        return ADVANCE_KEEPING_INPUT if keeps else ADVANCE_SHARD, {**lease_key(self.lease), **values}


def commit(session: Session, lease: Lease, worker: str, result: SliceResult, share: float = 0.0) -> bool:
    """Commit a slice in the caller's transaction, as `SliceCommit` does."""
    return SliceCommit(lease, worker, result, share)(session)


def _keeps_input(lease: Lease, result: SliceResult) -> bool:
    """Whether to keep the slice's input with its shard; large inputs are kept only now and then."""
    large = len(lease.checkpoint or b"") > LARGE_INPUT
    return result.repeatable and not (large and lease.seq % LARGE_INPUT_EVERY)


def _lock_to_commit(session: Session, lease: Lease, worker: str, *, exclusive: bool) -> JobState:
    """Lock the lease's job: shared if the commit cannot change its state, else exclusively."""
    connection, asked = session.connection(), {"job": lease.job_id, "worker": worker}
    state = None if exclusive else connection.execute(LOCK_JOB_SHARED, asked).scalar()
    state = state or connection.execute(LOCK_JOB_ALONE, asked).scalar()
    if state is None:  # the job was deleted
        raise stale_error(lease)
    return JobState(state)


def _refusal(session: Session, lease: Lease, worker: str) -> Exception:
    """Return the error that explains why the ledger refused the lease's entry."""
    if session.connection().execute(SELECT_DISTRUSTED, {"worker": worker}).scalar_one():
        return StaleLeaseError(f"{worker} was found to err: nothing of it is kept")
    lock_last_output(session, lease)
    return DamagedCheckpointError(f"the checkpoint of {lease.label} is not what its last slice has left")
