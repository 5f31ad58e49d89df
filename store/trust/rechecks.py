"""Rechecks: a slice is recomputed from its input checkpoint by a worker with the required code.

A recheck is leased like a shard. Each lease counts as an attempt, and only the newest may report.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from sqlalchemy import ColumnElement, select, tuple_, update
from sqlalchemy.orm import Session

from store.database.db import now
from store.database.expressions import CLOCK
from store.errors import StaleLeaseError
from store.models.jobs import Job
from store.models.shards import Recheck, Shard, Slice, check_due
from store.models.states import TERMINAL, CheckState, Purpose, ShardState
from store.trust.adoption import count_check
from store.trust.spot_checks import may_confirm, record_recheck

MAX_ATTEMPTS = 3
MAX_CANDIDATES = 10
"""Maximum number of rechecks considered in a claim."""


@dataclass(frozen=True)
class RecheckLease:
    """A slice to recompute: its checkpoint, target, units of work, and whether it ran to its end.

    has_finished: the slice reached its target. A slice may do no work and only find out that nothing is left.
    """

    check_id: int
    shard_id: int
    public_id: str
    label: str
    attempts: int
    specification: Mapping[str, object]
    target: Mapping[str, object]
    checkpoint: bytes | None
    work: int
    has_finished: bool

    @property
    def key(self) -> tuple[str, int]:
        """Identifies the lease among all active ones."""
        return "check", self.check_id


@dataclass(frozen=True)
class CheckResult:
    """Outcome of a recheck: the digests of its checkpoint and findings, or why it failed.

    hopeless: retrying would not help.
    """

    output_digest: str = ""
    result_digest: str = ""
    error: str | None = None
    hopeless: bool = False


def claim_recheck(
    session: Session, worker: str, code_digests: Collection[str], lease_seconds: float
) -> RecheckLease | None:
    """Lease the longest waiting recheck that this worker has the code for and may run."""
    due = (
        select(Recheck)
        .join(Shard)
        .join(Job)
        .where(check_due(CLOCK), Recheck.code_digest.in_(code_digests), Job.state.not_in(TERMINAL))
        .order_by(Recheck.id)
        .limit(MAX_CANDIDATES)
        .with_for_update(skip_locked=True, of=Recheck)
    )
    check = next((check for check in session.scalars(due) if may_confirm(session, check, worker)), None)
    if check is None:
        return None
    check.state, check.lease_until = CheckState.LEASED, now(session) + lease_seconds
    check.attempts += 1
    shard = session.get_one(Shard, check.shard_id)
    job = session.get_one(Job, shard.job_id)
    work = select(Slice.work).where(Slice.shard_id == shard.id, Slice.seq == check.seq)
    return RecheckLease(
        check_id=check.id,
        shard_id=shard.id,
        public_id=job.public_id,
        label=shard.label,
        attempts=check.attempts,
        specification=job.specification,
        target=check.target,
        checkpoint=check.checkpoint,
        work=session.execute(work).scalar_one(),
        has_finished=_has_finished_target(shard, check),
    )


def finish_check(session: Session, lease: RecheckLease, worker: str, result: CheckResult) -> bool:
    """Record the outcome of a recheck; an error is retried a few times.

    Raises StaleLeaseError if the lease was lost. Returns whether work may be waiting for others now.
    """
    check = _lock_recheck(session, lease)
    if result.error is not None and not result.hopeless and lease.attempts < MAX_ATTEMPTS:
        check.state, check.detail = CheckState.WAITING, result.error
        return True
    shard = session.get_one(Shard, check.shard_id)
    job = session.get_one(Job, shard.job_id)
    check.detail, check.done_at, check.lease_until = result.error, now(session), None
    if check.purpose == Purpose.CONFIRMATION:
        record_recheck(session, job, check, worker, None if result.error else result.result_digest)
    else:
        check.state, check.checkpoint = _verdict(session, check, result), None
        count_check(session, job, shard, check)
    return True


def release_check(session: Session, lease: RecheckLease) -> None:
    """Return an unfinished recheck."""
    check = _lock_recheck(session, lease)
    check.state, check.attempts = CheckState.WAITING, check.attempts - 1


def renew_checks(session: Session, leases: Collection[RecheckLease], lease_seconds: float) -> None:
    """Renew the leases still held."""
    if leases:
        session.execute(update(Recheck).where(_among(leases)).values(lease_until=CLOCK + lease_seconds))


def checks_held(session: Session, leases: Collection[RecheckLease]) -> set[tuple[str, int]]:
    """Return the keys of the leases that are still held."""
    if not leases:
        return set()
    return {("check", number) for number in session.scalars(select(Recheck.id).where(_among(leases)))}


def _among(leases: Collection[RecheckLease]) -> ColumnElement[bool]:
    held = [(lease.check_id, lease.attempts) for lease in leases]
    return tuple_(Recheck.id, Recheck.attempts).in_(held) & (Recheck.state == CheckState.LEASED)


def _lock_recheck(session: Session, lease: RecheckLease) -> Recheck:
    """Lock the job, then its recheck, and return it."""
    job = select(Job).join(Shard, Shard.job_id == Job.id).where(Shard.id == lease.shard_id)
    session.scalar(job.with_for_update(of=Job))
    check = session.scalar(select(Recheck).where(_among([lease])).with_for_update())
    if check is None:
        raise StaleLeaseError(f"the check of {lease.label} of job {lease.public_id} was given away")
    return check


def _has_finished_target(shard: Shard, check: Recheck) -> bool:
    """Whether the slice reached its target: it was the last, and the shard is finished or has a new target."""
    return shard.seq == check.seq + 1 and (shard.state == ShardState.FINISHED or shard.target != check.target)


def _verdict(session: Session, check: Recheck, result: CheckResult) -> CheckState:
    if result.error is not None:
        return CheckState.UNKNOWN
    entry = session.scalars(select(Slice).where(Slice.shard_id == check.shard_id, Slice.seq == check.seq)).one()
    whole = entry.result_digest is None or entry.result_digest == result.result_digest
    return CheckState.EQUAL if whole and entry.output_digest == result.output_digest else CheckState.DIFFERENT
