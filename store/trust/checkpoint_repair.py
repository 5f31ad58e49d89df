"""A checkpoint that is not what the ledger says was damaged where it lay: its shard goes back to what is whole."""

from __future__ import annotations

from sqlalchemy.orm import Session

from store.jobs.events import record
from store.jobs.leases import Lease, fail, lock_damaged
from store.jobs.lifecycle import advance_job
from store.trust.rollback import undo_from


def fail_or_mend(session: Session, lease: Lease, error: str, max_attempts: int) -> None:
    """Give a shard back whose work met an error: its own, or that of the checkpoint which it was given.

    Damage costs the shard what it has done since its last confirmed slice; the ledger, its tours and statistics go
    back with it, so that nothing stands that hangs on the checkpoint.
    """
    job = lock_damaged(session, lease)
    if job is None:
        fail(session, lease, error, max_attempts)
        return
    record(session, job, "checkpoint-damaged", shard=lease.label, slice=lease.seq)
    undo_from(session, job, {lease.shard_id: lease.seq})
    advance_job(session, job)
