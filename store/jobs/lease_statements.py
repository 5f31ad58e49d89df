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
    Select,
    Update,
    bindparam,
    case,
    exists,
    func,
    insert,
    select,
    text,
    update,
)

from store.database.expressions import CLOCK, Losable, SharedLock
from store.jobs.limits import has_shard_free
from store.models.jobs import GIVEN_OUT, Job, Shard, Slice
from store.models.operations import DistrustedWorker
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
    *("worker", "engine", "input_digest", "output_digest", "result_digest"),
    *("work", "tours", "wall_seconds", "cpu_seconds"),
)
INSERT_SLICE = (
    insert(SLICES)
    .from_select(
        ["job_id", "shard_id", "seq", "fence", *REPORTED_COLUMNS, "done_at"],
        select(SHARDS.c.job_id, SHARDS.c.id, SHARDS.c.seq, SHARDS.c.fence, *map(_ledger_value, REPORTED_COLUMNS), CLOCK)
        .where(
            *OWNS_SHARD,
            func.coalesce(LAST_OUTPUT, _ledger_value("input_digest")) == _ledger_value("input_digest"),
            ~IS_DISTRUSTED,
        )
        .with_for_update(),
    )
    .returning(SLICES.c.done_at)
)
"""Locks the shard and adds the ledger entry.

 Only if the lease is held, the slice began from the last output, and the worker is trusted.
"""

UPDATE_SHARD = update(SHARDS).where(*OWNS_SHARD)
ADVANCE_SHARD = UPDATE_SHARD.values(
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
        .where(text(GIVEN_OUT), JOBS.c.engine.in_(bindparam("engines", expanding=True)))
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
    return served.returning(*JOBS.c["id", "public_id", "board_id", "state", "engine", "specification"])


REFUND_JOB = update(JOBS).where(JOBS.c.id == bindparam("job")).values(served=JOBS.c.served - SHARE)
NEXT_SHARD = (
    select(SHARDS.c.id)
    .where(SHARDS.c.job_id == bindparam("job"), DUE)
    .order_by(SHARDS.c.number)
    .limit(1)
    .with_for_update(skip_locked=True)
    .correlate(None)
)
NEXT = func.coalesce(NEXT_SHARD.where(SHARDS.c.seq == 0).scalar_subquery(), NEXT_SHARD.scalar_subquery())
"""Untouched shards go first, so that the job's size can soon be estimated. Each choice reads one index entry."""

LEASE_SHARD = (
    update(SHARDS)
    .where(SHARDS.c.id == NEXT)
    .values(
        state=ShardState.LEASED,
        fence=SHARDS.c.fence + 1,
        attempts=SHARDS.c.attempts + 1,
        lease_until=CLOCK + bindparam("lease_seconds"),
    )
    .returning(
        *SHARDS.c["id", "label", "target", "seq", "fence", "attempts", "crashes", "checkpoint"],
        Losable(bindparam("losable", type_=Boolean())),
    )
)
