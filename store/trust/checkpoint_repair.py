"""Repair of checkpoints that differ from the ledger's digest, as storage damaged them: the shard rolls back."""

from __future__ import annotations

from sqlalchemy.orm import Session

from store.jobs.events import record
from store.jobs.leases import Lease, fail, lock_damaged
from store.jobs.lifecycle import advance_job
from store.trust.rollback import undo_from


def fail_or_mend(session: Session, lease: Lease, worker: str, error: str, max_attempts: int) -> None:
    """Return a shard whose work failed, or roll it back if its checkpoint was damaged.

    Damage costs the shard its work since its last confirmed slice. Its ledger entries, tours and statistics are rolled
    back too, so that nothing depends on the damaged checkpoint.
    """
    job = lock_damaged(session, lease)
    if job is None:
        fail(session, lease, worker, error, max_attempts)
        return
    record(session, job, "checkpoint-damaged", shard=lease.label, slice=lease.seq)
    undo_from(session, job, {lease.shard_id: lease.seq})
    advance_job(session, job)
