"""Adoption: workers of this code take over a job begun by other code, after showing that they compute the same.

By default one late slice of each shard is recomputed by a worker of this code. Only if all agree bit for bit does the
job get this code's digest. The ledger keeps both digests.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session, undefer

from engine.code_digest import job_code_digest
from engine.kinds.methods import get_method
from store.errors import AdoptionRefusedError
from store.jobs.events import record
from store.jobs.lifecycle import advance_job, get_job
from store.models.jobs import Job
from store.models.shards import Recheck, Shard
from store.models.states import TERMINAL, CheckState, Purpose

CHECKING, REFUSED = "checking", "refused"
MAX_NAMED = 20
"""Shards named in a refusal."""


def adopt(session: Session, public_id: str, *, check: bool = True) -> Job:
    """Let workers of this code take over the job, after checks or at once.

    Does nothing if this code may already work on the job. Raises AdoptionRefusedError if the job has ended or its
    checkpoints are unreadable.
    """
    job = get_job(session, public_id, lock=True)
    if job.state in TERMINAL:
        raise AdoptionRefusedError(f"a job that is {job.state} cannot be adopted")
    after = job_code_digest(job.kind, job.method)
    if job.code_digest == after or (check and not adoptable(job)):
        return job
    _refuse_format(job)
    own = Recheck.shard_id.in_(select(Shard.id).where(Shard.job_id == job.id))
    session.execute(delete(Recheck).where(own, Recheck.purpose == Purpose.ADOPTION))
    if not check:
        return _adopt(session, job, after, checked=0)
    return _ask(session, job, after)


def adoptable(job: Job) -> bool:
    """Whether adoption would change anything: other code began the job, and no check is under way."""
    return job.state not in TERMINAL and job_code_digest(job.kind, job.method) not in (job.code_digest, _checking(job))


def count_check(session: Session, job: Job, shard: Shard, check: Recheck) -> None:
    """Record a finished check of a locked job; the last one decides."""
    if job.state in TERMINAL or _checking(job) != check.code_digest:
        return
    assert job.adoption is not None
    job.adoption = _count_recheck(job.adoption, shard, check)
    _decide(session, job)


def _ask(session: Session, job: Job, after: str) -> Job:
    """Order a check of every shard that has begun."""
    begun = select(Shard).where(Shard.job_id == job.id, Shard.seq > 0).order_by(Shard.number)
    shards = session.scalars(begun.options(undefer(Shard.input_checkpoint))).all()
    adoption = {"state": CHECKING, "engine": after, "shards": len(shards), "equal": 0, "different": [], "unknown": []}
    record(session, job, "adoption-asked", before=job.code_digest, after=after, shards=len(shards))
    for shard in shards:
        check = _check(shard, after)
        session.add(check)
        if check.state == CheckState.UNKNOWN:
            adoption = _count_recheck(adoption, shard, check)
    job.adoption = adoption
    _decide(session, job)
    return job


def _check(shard: Shard, code_digest: str) -> Recheck:
    if shard.input_seq is None:
        detail = "the checkpoint before its last slice was not kept"
        return Recheck(
            shard_id=shard.id,
            seq=shard.seq - 1,
            code_digest=code_digest,
            target={},
            state=CheckState.UNKNOWN,
            detail=detail,
        )
    return Recheck(
        shard_id=shard.id,
        seq=shard.input_seq,
        code_digest=code_digest,
        target=shard.input_target,
        checkpoint=shard.input_checkpoint,
        state=CheckState.WAITING,
    )


def _count_recheck(adoption: dict[str, Any], shard: Shard, check: Recheck) -> dict[str, object]:
    """Return the adoption with one more check finished."""
    if check.state == CheckState.EQUAL:
        return {**adoption, "equal": adoption["equal"] + 1}
    named = f"{shard.label}, slice {check.seq}" + (f": {check.detail.splitlines()[-1]}" if check.detail else "")
    return {**adoption, check.state.value: [*adoption[check.state.value], named]}


def _decide(session: Session, job: Job) -> None:
    adoption: dict[str, Any] = job.adoption or {}
    different, unknown = adoption["different"], adoption["unknown"]
    if adoption["equal"] + len(different) + len(unknown) < adoption["shards"]:
        return
    if not different and not unknown:
        _adopt(session, job, adoption["engine"], checked=adoption["equal"])
        return
    job.adoption = {**adoption, "state": REFUSED}
    faults = {"different": different[:MAX_NAMED], "unknown": unknown[:MAX_NAMED]}
    record(session, job, "adoption-refused", before=job.code_digest, after=adoption["engine"], **faults)


def _adopt(session: Session, job: Job, after: str, *, checked: int) -> Job:
    record(session, job, "adopted", before=job.code_digest, after=after, checked=checked)
    job.code_digest, job.adoption = after, None
    begun = select(Shard.id).where(Shard.job_id == job.id)
    waiting = Recheck.state.in_([CheckState.WAITING, CheckState.LEASED])  # for workers with the previous code
    session.execute(delete(Recheck).where(Recheck.shard_id.in_(begun), waiting))
    advance_job(session, job)
    return job


def _checking(job: Job) -> str | None:
    """Return the digest that the job is being checked for, if any."""
    return job.adoption["engine"] if job.adoption and job.adoption["state"] == CHECKING else None


def _refuse_format(job: Job) -> None:
    readable = get_method(job.kind, job.method).checkpoint_format
    if job.checkpoint_format != readable:
        raise AdoptionRefusedError(
            f"the job's checkpoints have format {job.checkpoint_format}, this code reads format {readable}: "
            "start workers with the code it was begun with, or submit the job anew"
        )
