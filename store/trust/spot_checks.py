"""Confirmation: some slices are run again by another worker, and what a worker that errs has done is done again.

The database draws which slices, in the transaction that commits them: the worker that computed one cannot know before.
Where a second run gives something else a third decides who erred. All that this worker has committed and nobody has
confirmed is then undone, by the next sweep (store/trust/rollback.py), and it is given no more work.
"""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from language.translate import gettext_noop
from store.database.db import now
from store.database.expressions import SoleLock
from store.database.insertion import insert_or_replace
from store.jobs.lease_statements import WORKER_LOCKS
from store.jobs.lifecycle import settle
from store.jobs.maintenance import SILENT_SECONDS, live_workers
from store.models.jobs import Check, Job, Slice
from store.models.operations import Distrust
from store.models.states import CheckState, Purpose

ERRED = gettext_noop(
    "computed something that two other runs did not give: what it did is undone, and it gets no more work. "
    "Test the memory of its machine, then start it again: it has another name then, and is given work"
)
"""Of a worker: what became of it, and what to do."""


def may_confirm(session: Session, check: Check, worker: str) -> bool:
    """Whether this worker may run the slice again: one of another host where there is one, else another, else any.

    Of workers that fell silent nobody knows that they are gone; after a while a job waits for them no longer.
    """
    if check.purpose != Purpose.CONFIRMATION:
        return True
    taken = {name for name in (check.suspect, check.first_by) if name}
    live_ones = live_workers(session, SILENT_SECONDS)
    alive = {live.name for live in live_ones if check.engine in (live.engine, *(live.engines or ()))}
    others = alive - taken - set(session.scalars(select(Distrust.name).where(Distrust.name.in_(alive))))
    elsewhere = {name for name in others if host_of(name) not in {host_of(name) for name in taken}}
    return worker in (elsewhere or others or {worker})


def judge(session: Session, job: Job, check: Check, worker: str, found: str | None) -> None:
    """Take note of a second run of a slice: the digest that it gave, None where it could not be run again."""
    if found is None:
        check.state = CheckState.UNKNOWN
    elif found == _committed(session, check):
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
    settle(session, job)


def distrust(session: Session, worker: str | None) -> None:
    """Write down that this worker erred; the next sweep undoes what it has done."""
    insert_or_replace(session, Distrust, "name", name=worker, found_at=now(session), undone_at=None)


def lock_worker(session: Session, worker: str) -> None:
    """Keep the worker's commits, which lock the same with each other, apart until the transaction ends."""
    session.execute(select(SoleLock(worker, WORKER_LOCKS)))


def host_of(worker: str) -> str:
    """Return the host in a worker's name."""
    return worker.rsplit("-", 2)[0]


def _confirm(session: Session, job: Job, check: Check, worker: str) -> None:
    check.state = CheckState.EQUAL
    job.confirmed += 1
    job.confirmed_elsewhere += host_of(worker) != host_of(check.suspect or "")
    if check.first_by is not None:
        distrust(session, check.first_by)
    older = select(Check).where(
        Check.shard_id == check.shard_id, Check.state == CheckState.EQUAL, Check.seq < check.seq
    )
    for passed in session.scalars(older):  # one confirmed point of each shard to go back to is enough
        passed.checkpoint = passed.statistics = None


def _committed(session: Session, check: Check) -> str | None:
    found = select(Slice.result_digest).where(Slice.shard_id == check.shard_id, Slice.seq == check.seq)
    return session.execute(found).scalar_one()
