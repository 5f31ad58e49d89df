"""Deletion of jobs: hidden at once, removed page by page.

The transaction that requests a deletion removes the result and adds an entry to the ledger of deletions. Tours, slices
and shards may be millions of rows. A worker removes them as a step of the job, in transactions of bounded length, so
other writers are not blocked and a killed worker loses nothing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

from sqlalchemy import ColumnElement, delete, select, update
from sqlalchemy.orm import InstrumentedAttribute, Session

from language.current import DEFAULT, speaking
from phrasing.titles import job_title
from store.database.db import Database, now
from store.jobs.current_result import problem_of
from store.jobs.lifecycle import get_job, missing_job
from store.jobs.results import drop_result, load_result
from store.jobs.shard_totals import NO_SHARDS, sums_of
from store.jobs.steps import StepLease, begin_step, held_job
from store.models.campaigns import CampaignCell
from store.models.deletions import Deletion
from store.models.jobs import Event, Job
from store.models.operations import IdempotencyKey
from store.models.shards import Recheck, Shard, Slice
from store.models.states import TERMINAL, IllegalTransitionError, Step
from store.models.tours import TourRow, TourRun
from store.tours import features, square_index
from store.tours.boards import board_label

PAGE = 5000
"""Rows removed in one transaction; takes some tens of milliseconds."""

SHARDS_AT_ONCE = 200


def delete_job(database: Database, public_id: str, by: str | None = None, reason: str | None = None) -> Deletion:
    """Request the deletion of an ended job and return its ledger entry; repeated requests return the same entry.

    by: the name of the requesting key. reason: why the service itself deletes the job. Raises JobDeletedError if the
    job is gone, IllegalTransitionError if it has not ended.
    """
    with database.reading() as session:
        entry = under_way(session, public_id)
        digest = None if entry is not None else result_digest(session, get_job(session, public_id))
    if entry is not None:
        return entry
    with database.writing() as session:
        return under_way(session, public_id) or _begin(session, public_id, digest, by, reason)


def owner_of(session: Session, public_id: str) -> str | None:
    """Return the name of the key that submitted a job, None if it was submitted without one.

    A job being deleted counts until its row is removed. Raises JobNotFoundError for unknown jobs.
    """
    found = session.execute(select(Job.owner).where(Job.public_id == public_id)).first()
    if found is None:
        raise missing_job(session, public_id)
    return found[0]


def result_digest(session: Session, job: Job) -> str | None:
    """Return the SHA-256 (hex) of an ended job's result as sorted JSON; None if the result is unreadable."""
    try:
        result = load_result(session, job, problem_of(job).board).model_dump(mode="json")
    except Exception:  # noqa: BLE001  what cannot be read any more must still be deletable
        return None
    return hashlib.sha256(json.dumps(result, sort_keys=True).encode()).hexdigest()


def under_way(session: Session, public_id: str) -> Deletion | None:
    """Return the ledger entry of a job being deleted, else None; JobDeletedError if nothing of it is left."""
    entry = session.scalar(select(Deletion).where(Deletion.public_id == public_id))
    if entry is not None and entry.done_at is not None:
        raise missing_job(session, public_id)
    return entry


def remove_page(session: Session, lease: StepLease, rows: int = PAGE) -> bool:
    """Remove about `rows` more rows of the lease's job; return whether any are left.

    Raises StaleLeaseError if the step was leased to another worker.
    """
    job = held_job(session, lease)
    shards = select(Shard.id).where(Shard.job_id == job.id).order_by(Shard.number).limit(SHARDS_AT_ONCE)
    chosen = session.scalars(shards).all()
    if not chosen:
        return _remove_rows(session, Event.id, Event.job_id == job.id, rows)
    left = (
        _remove_tours(session, chosen, rows)
        or _remove_rows(session, Recheck.id, Recheck.shard_id.in_(chosen), SHARDS_AT_ONCE)
        or _remove_rows(session, Slice.id, Slice.shard_id.in_(chosen), rows)
    )
    if not left:
        session.execute(delete(Shard).where(Shard.id.in_(chosen)))
    return True


def end_deletion(session: Session, lease: StepLease) -> None:
    """Remove the job row itself, once nothing else is left, and complete the ledger entry."""
    job = held_job(session, lease)
    entry = update(Deletion).where(Deletion.public_id == job.public_id).values(done_at=now(session))
    had_tours = session.execute(entry.returning(Deletion.tours)).scalar()
    session.execute(delete(Job).where(Job.id == job.id))
    if had_tours:
        square_index.remove_empty(session)
        features.remove_empty(session)


def find_deletions(session: Session, *, before: int | None, limit: int) -> list[Deletion]:
    """Return up to `limit` ledger entries with ids below `before`, newest first."""
    entries = select(Deletion).order_by(Deletion.id.desc()).limit(limit)
    return list(session.scalars(entries if before is None else entries.where(Deletion.id < before)))


def _begin(session: Session, public_id: str, digest: str | None, by: str | None, reason: str | None) -> Deletion:
    job = get_job(session, public_id, lock=True)
    if job.state not in TERMINAL:
        raise IllegalTransitionError(f"a job that is {job.state} cannot be deleted: cancel it first")
    if job.step is not None:
        raise IllegalTransitionError(f"the job is {job.step}: delete it when a worker has done that")
    sums = sums_of(session, [job.id]).get(job.id, NO_SHARDS)
    with speaking(DEFAULT):  # the stored title is English for every caller
        title = job_title(job.specification, board_label(session, job))
    entry = Deletion(
        public_id=job.public_id,
        title=title,
        specification=job.specification,
        code_digest=job.code_digest,
        owner=job.owner,
        state=job.state,
        outcome=job.outcome,
        created_at=job.created_at,
        finished_at=job.finished_at,
        work=sums.work,
        cpu_seconds=sums.cpu_seconds,
        tours=sums.tours,
        result_digest=digest,
        deleted_by=by,
        reason=reason,
        asked_at=now(session),
    )
    session.add(entry)
    drop_result(session, job)
    session.execute(delete(IdempotencyKey).where(IdempotencyKey.job_id == job.id))
    session.execute(delete(CampaignCell).where(CampaignCell.job_id == job.id))
    begin_step(job, Step.DELETE)
    session.flush()
    return entry


def _remove_tours(session: Session, shards: Sequence[int], rows: int) -> bool:
    """Remove whole tour runs of these shards and the last tours of the first run that is too long.

    Returns whether any were removed.
    """
    runs = select(TourRun.id, TourRun.count).where(TourRun.shard_id.in_(shards)).order_by(TourRun.shard_id, TourRun.id)
    whole: list[int] = []
    for first, count in session.execute(runs.limit(rows)).all():
        if count > rows:
            if not whole:
                _shorten(session, first, count, rows)
                return True
            break
        whole.append(first)
        rows -= count
    session.execute(delete(TourRun).where(TourRun.id.in_(whole)))  # a trigger deletes their tours
    return bool(whole)


def _shorten(session: Session, first: int, count: int, rows: int) -> None:
    last = TourRow.id.between(first + count - rows, first + count - 1)
    session.execute(delete(TourRow).where(last))
    session.execute(update(TourRun).where(TourRun.id == first).values(count=count - rows))


def _remove_rows(session: Session, key: InstrumentedAttribute[int], condition: ColumnElement[bool], rows: int) -> bool:
    """Remove up to `rows` rows of a table; return whether there were any."""
    found = session.scalars(select(key).where(condition).limit(rows)).all()
    session.execute(delete(key.class_).where(key.in_(found)))
    return bool(found)
