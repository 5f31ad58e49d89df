"""Core SQL statements for claim and commit, built once at import: compiling them costs more than executing them.

Round trips to the database are most of a slice's overhead, so the statements are few. A lease is identified by
`held_shard`, `held_fence` and `held_seq`; times are seconds of the database's clock.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import (
    BindParameter,
    Boolean,
    ColumnElement,
    Insert,
    Select,
    Update,
    bindparam,
    case,
    exists,
    func,
    insert,
    select,
    text,
    true,
    update,
)
from sqlalchemy.sql.dml import ReturningUpdate

from store.database.expressions import CLOCK, Losable, SharedLock
from store.jobs.limits import has_shard_free
from store.models.jobs import GIVEN_OUT, Job
from store.models.operations import DistrustedWorker
from store.models.shards import Shard, Slice
from store.models.states import JobState, ShardState

WORKER_LOCKS = 1
"""Seed of the advisory locks of worker names."""

if TYPE_CHECKING:
    from sqlalchemy import Table

JOBS, SHARDS, SLICES, DISTRUSTED = (cast("Table", one.__table__) for one in (Job, Shard, Slice, DistrustedWorker))
OWNS_SHARD = (
    SHARDS.c.id == bindparam("held_shard"),
    SHARDS.c.fence == bindparam("held_fence"),
    SHARDS.c.seq == bindparam("held_seq"),
    SHARDS.c.state == ShardState.LEASED,
)
"""Condition that the lease still owns its shard."""

LAST_OUTPUT = (
    select(SLICES.c.output_digest)
    .where(SLICES.c.shard_id == bindparam("held_shard"), SLICES.c.seq == bindparam("held_seq") - 1)
    .scalar_subquery()
)
"""Digest of the checkpoint that the previous slice left."""

LOCK_SHARD = select(SHARDS.c.id, LAST_OUTPUT.label("left")).where(*OWNS_SHARD).with_for_update()
IS_DISTRUSTED = exists().where(DISTRUSTED.c.name == bindparam("worker"))
SELECT_DISTRUSTED = select(IS_DISTRUSTED)

LOCK_JOB = select(JOBS.c.state).where(JOBS.c.id == bindparam("job")).with_for_update()
NOT_ROLLING_BACK = select(SharedLock(bindparam("worker"), WORKER_LOCKS)).scalar_subquery().is_not(None)
"""True once no rollback of the worker is running. Evaluated in its own query, before the job is locked."""

LOCK_JOB_ALONE = LOCK_JOB.where(NOT_ROLLING_BACK)
LOCK_JOB_SHARED = LOCK_JOB_ALONE.where(JOBS.c.state == JobState.RUNNING).with_for_update(read=True)
"""Locks a job in share mode, for commits that cannot change its state."""


def _ledger_value(name: str) -> BindParameter[Any]:
    """Return the bound parameter of a ledger column that the worker reports."""
    return bindparam(f"its_{name}", type_=SLICES.c[name].type)


REPORTED_COLUMNS = (
    *("worker", "code_digest", "input_digest", "output_digest", "result_digest"),
    *("work", "tours", "wall_seconds", "cpu_seconds"),
)


def insert_slice(*conditions: ColumnElement[bool]) -> Insert:
    """Return the statement that locks the shard and adds the ledger entry.

    It acts only if the lease is held, the slice began from the last output, the worker is trusted, and the conditions
    hold.
    """
    reported = [_ledger_value(name) for name in REPORTED_COLUMNS]
    is_next = func.coalesce(LAST_OUTPUT, _ledger_value("input_digest")) == _ledger_value("input_digest")
    slice_of = select(*SHARDS.c["job_id", "id", "seq", "fence"], *reported, CLOCK)
    allowed = slice_of.where(*OWNS_SHARD, is_next, ~IS_DISTRUSTED, *conditions).with_for_update()
    columns = ["job_id", "shard_id", "seq", "fence", *REPORTED_COLUMNS, "done_at"]
    return insert(SLICES).from_select(columns, allowed).returning(SLICES.c.done_at)


OTHERS = SHARDS.alias("others")
IS_RUNNING = exists().where(JOBS.c.id == bindparam("job"), JOBS.c.state == JobState.RUNNING)
OTHER_IS_OPEN = exists().where(
    OTHERS.c.job_id == bindparam("job"),
    OTHERS.c.id != bindparam("held_shard"),
    OTHERS.c.state.in_([ShardState.READY, ShardState.LEASED]),
)
INSERT_SLICE = insert_slice()
INSERT_SLICE_OF_RUNNING = insert_slice(IS_RUNNING)
INSERT_SLICE_BUT_LAST = insert_slice(IS_RUNNING, OTHER_IS_OPEN)
"""Adds the entry only if the job is running and has another open shard."""

JOB_GOES_ON = select(IS_RUNNING & OTHER_IS_OPEN)

OWN_ENTRY = (
    SLICES.c.shard_id == bindparam("held_shard"),
    SLICES.c.seq == bindparam("held_seq"),
    SLICES.c.fence == bindparam("held_fence"),
)
IS_RECORDED = exists().where(*OWN_ENTRY)
"""Condition that this transaction has added the ledger entry; for updates of the shard, which also check the lease."""

RECORDED_AT = select(SLICES.c.done_at).where(*OWN_ENTRY).scalar_subquery()
OWNS_RECORDED = IS_RECORDED & exists().where(*OWNS_SHARD)
"""The same condition, and that the lease still owns the shard; for changes of other rows."""

UPDATE_SHARD = update(SHARDS).where(*OWNS_SHARD)
ADVANCE_SHARD = UPDATE_SHARD.where(IS_RECORDED).values(
    work=SHARDS.c.work + bindparam("more_work"),
    cpu_seconds=SHARDS.c.cpu_seconds + bindparam("more_seconds"),
    tours=SHARDS.c.tours + bindparam("more_tours"),
)
ADVANCE_KEEPING_INPUT = ADVANCE_SHARD.values(
    input_seq=SHARDS.c.seq, input_target=SHARDS.c.target, input_checkpoint=SHARDS.c.checkpoint
)
"""Also keeps the slice's input in the shard row for a rerun, without sending it again."""

DUE = (SHARDS.c.state == ShardState.READY) & (SHARDS.c.not_before <= CLOCK)
FIRST_DUE = select(SHARDS.c.id).where(SHARDS.c.job_id == JOBS.c.id, DUE).order_by(SHARDS.c.number).limit(1)
"""Evaluated per job until one has a due shard; the ORDER BY makes it read the end of an index.

For an `exists`, PostgreSQL may scan the ready shards of all jobs.
"""

SHARE = 1.0 / JOBS.c.weight
LEAST_SERVED = select(func.min(JOBS.c.served)).where(JOBS.c.state == JobState.RUNNING).correlate(None).scalar_subquery()
SERVED_AFTER_JOINING = case(
    ((JOBS.c.state == JobState.QUEUED) & (JOBS.c.served < LEAST_SERVED), LEAST_SERVED), else_=JOBS.c.served
)
"""A queued job starts level with the running jobs."""


def next_job(most_running: int, *, skip_locked: bool) -> Select[int]:
    """Return the query that chooses and locks the next job.

    most_running: as in `claim`. skip_locked: skip jobs that another worker is claiming from.
    """
    free = [has_shard_free(most_running)] if most_running else []
    return (
        select(JOBS.c.id)
        .where(text(GIVEN_OUT), JOBS.c.code_digest.in_(bindparam("code_digests", expanding=True)))
        .where(FIRST_DUE.correlate(JOBS).scalar_subquery().is_not(None), *free)
        .order_by(JOBS.c.priority.desc(), JOBS.c.served, JOBS.c.id)
        .limit(1)
        .with_for_update(skip_locked=skip_locked)
    )


@cache
def pick_next_job(most_running: int, *, skip_locked: bool) -> Update:
    """Return the update that charges a slice to the next job's share and returns that job."""
    following = next_job(most_running, skip_locked=skip_locked).correlate(None).scalar_subquery()
    served = update(JOBS).where(JOBS.c.id == following).values(served=SERVED_AFTER_JOINING + SHARE)
    return served.returning(*JOBS.c["id", "public_id", "board_id", "state", "code_digest", "specification"])


REFUND_JOB = update(JOBS).where(JOBS.c.id == bindparam("job")).values(served=JOBS.c.served - SHARE)


def lease_shard(job: ColumnElement[int], losable: ColumnElement[bool]) -> ReturningUpdate[Any]:
    """Return the statement that leases a job's next shard to `claimant`.

    Untouched shards go first, so that the job's size can soon be estimated. Each choice reads one index entry.
    """
    due = select(SHARDS.c.id).where(SHARDS.c.job_id == job, DUE).order_by(SHARDS.c.number).limit(1)
    due = due.with_for_update(skip_locked=True).correlate(None)
    following = func.coalesce(due.where(SHARDS.c.seq == 0).scalar_subquery(), due.scalar_subquery())
    values = {
        "state": ShardState.LEASED,
        "worker": bindparam("claimant"),
        "fence": SHARDS.c.fence + 1,
        "attempts": SHARDS.c.attempts + 1,
        "lease_until": CLOCK + bindparam("lease_seconds"),
    }
    leased = SHARDS.c["id", "job_id", "label", "target", "seq", "fence", "attempts", "crashes", "checkpoint"]
    return update(SHARDS).where(SHARDS.c.id == following).values(values).returning(*leased, Losable(losable))


LEASE_SHARD = lease_shard(bindparam("job"), bindparam("losable", type_=Boolean()))


@cache
def claim_of_running(most_running: int, *conditions: ColumnElement[bool]) -> Select[Any]:
    """Return PostgreSQL's statement that chooses the next job and, if running, leases a shard and charges the job.

    All three happen in one snapshot; rows that have changed since are checked again when they are locked.
    """
    job = next_job(most_running, skip_locked=True).where(*conditions)
    chosen = job.add_columns(*JOBS.c["public_id", "board_id", "state", "code_digest", "specification"]).cte("chosen")
    running = select(chosen.c.id).where(chosen.c.state == JobState.RUNNING).scalar_subquery()
    shard = lease_shard(running, true()).cte("leased")
    its_job = select(shard.c.job_id).scalar_subquery()
    charge = update(JOBS).where(JOBS.c.id == its_job).values(served=JOBS.c.served + SHARE).cte("charged")
    facts = chosen.c["public_id", "board_id", "code_digest", "specification"]
    return select(shard, *facts).join_from(shard, chosen, true()).add_cte(charge)
