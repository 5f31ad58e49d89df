"""Spot checks: some slices are recomputed by another worker, and the work of faulty workers is redone.

The database draws the slices in the transaction that commits them, so their worker cannot know before. If a second run
disagrees, a third decides which worker is at fault. The next sweep rolls back all unconfirmed commits of that worker
(store/trust/rollback.py), and it gets no more work.
"""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from language.translate import gettext_noop
from store.database.db import now
from store.database.expressions import SoleLock
from store.database.insertion import insert_or_replace
from store.jobs.lease_statements import WORKER_LOCKS
from store.jobs.lifecycle import advance_job
from store.jobs.maintenance import SILENT_SECONDS, live_workers
from store.models.jobs import Job
from store.models.operations import DistrustedWorker
from store.models.shards import Recheck, Slice
from store.models.states import CheckState, Purpose

ERRED = gettext_noop(
    "computed something that two other runs did not give: what it did is undone, and it gets no more work. "
    "Test the memory of its machine, then start it again: it has another name then, and is given work"
)
"""Explanation of a distrusted worker: the consequences, and what to do."""


def may_confirm(session: Session, check: Recheck, worker: str) -> bool:
    """Whether this worker may recompute the slice: prefer another host, else another worker, else any.

    Silent workers may still be alive; after a while a job no longer waits for them.
    """
    if check.purpose != Purpose.CONFIRMATION:
        return True
    taken = {name for name in (check.suspect, check.first_by) if name}
    live_ones = live_workers(session, SILENT_SECONDS)
    alive = {live.name for live in live_ones if check.code_digest in (live.code_digest, *(live.code_digests or ()))}
    others = alive - taken - set(session.scalars(select(DistrustedWorker.name).where(DistrustedWorker.name.in_(alive))))
    elsewhere = {name for name in others if host_of(name) not in {host_of(name) for name in taken}}
    return worker in (elsewhere or others or {worker})


def record_recheck(session: Session, job: Job, check: Recheck, worker: str, found: str | None) -> None:
    """Record a second run of a slice. found: its digest, None if the slice could not be recomputed."""
    if found is None:
        check.state = CheckState.UNKNOWN
    elif found == _committed_digest(session, check):
        _confirm(session, job, check, worker)
    elif check.first_digest is None:
        check.first_digest, check.first_by = found, worker
        check.state, check.attempts, check.done_at = CheckState.WAITING, 0, None
        return
    else:
        check.state = CheckState.DIFFERENT
        distrust(session, check.suspect)
        if found != check.first_digest:
            distrust(session, check.first_by)
        return
    session.flush()
    advance_job(session, job)


def distrust(session: Session, worker: str | None) -> None:
    """Mark a worker as distrusted; the next sweep rolls back its commits."""
    insert_or_replace(session, DistrustedWorker, "name", name=worker, found_at=now(session), undone_at=None)


def lock_worker(session: Session, worker: str) -> None:
    """Exclude the worker's commits, which take the same lock in share mode, until the transaction ends."""
    session.execute(select(SoleLock(worker, WORKER_LOCKS)))


def host_of(worker: str) -> str:
    """Return the host in a worker's name."""
    return worker.rsplit("-", 2)[0]


def _confirm(session: Session, job: Job, check: Recheck, worker: str) -> None:
    check.state = CheckState.EQUAL
    job.confirmed += 1
    job.confirmed_elsewhere += host_of(worker) != host_of(check.suspect or "")
    if check.first_by is not None:
        distrust(session, check.first_by)
    older = select(Recheck).where(
        Recheck.shard_id == check.shard_id, Recheck.state == CheckState.EQUAL, Recheck.seq < check.seq
    )
    for passed in session.scalars(older):  # one confirmed point per shard to roll back to is enough
        passed.checkpoint = passed.statistics = None


def _committed_digest(session: Session, check: Recheck) -> str | None:
    found = select(Slice.result_digest).where(Slice.shard_id == check.shard_id, Slice.seq == check.seq)
    return session.execute(found).scalar_one()
