"""The statements of every claim and commit: on tables, not models, and built once as that takes longer than to ask.

They are few, as going to the database and back is most of what a slice costs. A lease is named by `held_shard`,
`held_fence` and `held_seq`; times are seconds of the database's clock.
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
"""The seed that tells locks of a worker's name from others."""

if TYPE_CHECKING:
    from sqlalchemy import Table

JOBS, SHARDS, SLICES, DISTRUSTED = (cast("Table", one.__table__) for one in (Job, Shard, Slice, DistrustedWorker))
OWNS_SHARD = (
    SHARDS.c.id == bindparam("held_shard"),
    SHARDS.c.fence == bindparam("held_fence"),
    SHARDS.c.seq == bindparam("held_seq"),
    SHARDS.c.state == ShardState.LEASED,
)
"""Of a lease: its shard, which was not given away."""

LAST_OUTPUT = (
    select(SLICES.c.output_digest)
    .where(SLICES.c.shard_id == bindparam("held_shard"), SLICES.c.seq == bindparam("held_seq") - 1)
    .scalar_subquery()
)
"""The digest of the checkpoint that the slice before has left."""

LOCK_SHARD = select(SHARDS.c.id, LAST_OUTPUT.label("left")).where(*OWNS_SHARD).with_for_update()
IS_DISTRUSTED = exists().where(DISTRUSTED.c.name == bindparam("worker"))
SELECT_DISTRUSTED = select(IS_DISTRUSTED)

LOCK_JOB = select(JOBS.c.state).where(JOBS.c.id == bindparam("job")).with_for_update()
NOT_ROLLING_BACK = select(SharedLock(bindparam("worker"), WORKER_LOCKS)).scalar_subquery().is_not(None)
"""True once nobody undoes what the worker has done; asked before the job is locked, as it stands alone."""

LOCK_JOB_ALONE = LOCK_JOB.where(NOT_ROLLING_BACK)
LOCK_JOB_SHARED = LOCK_JOB_ALONE.where(JOBS.c.state == JobState.RUNNING).with_for_update(read=True)
"""Locks a job with others for a commit that cannot change its state."""


def _ledger_value(name: str) -> BindParameter[Any]:
    """Return a value of the ledger's entry that the worker tells."""
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
"""Locks the shard and adds the entry, if the lease is held, began from what was left, and the worker is trusted."""

UPDATE_SHARD = update(SHARDS).where(*OWNS_SHARD)
ADVANCE_SHARD = UPDATE_SHARD.values(
    work=SHARDS.c.work + bindparam("more_work"),
    cpu_seconds=SHARDS.c.cpu_seconds + bindparam("more_seconds"),
    tours=SHARDS.c.tours + bindparam("more_tours"),
)
ADVANCE_KEEPING_INPUT = ADVANCE_SHARD.values(
    input_seq=SHARDS.c.seq, input_target=SHARDS.c.target, input_checkpoint=SHARDS.c.checkpoint
)
"""Keeps the input of the slice with its shard, so that it can be run again; nothing of it is sent again."""

DUE = (SHARDS.c.state == ShardState.READY) & (SHARDS.c.not_before <= CLOCK)
FIRST_DUE = select(SHARDS.c.id).where(SHARDS.c.job_id == JOBS.c.id, DUE).order_by(SHARDS.c.number).limit(1)
"""Asked of one job after the other until one has such a shard, and read off the end of an index by its order: of an
`exists` PostgreSQL may look through all shards that are ready, of any jobs."""

SHARE = 1.0 / JOBS.c.weight
LEAST_SERVED = select(func.min(JOBS.c.served)).where(JOBS.c.state == JobState.RUNNING).correlate(None).scalar_subquery()
SERVED_AFTER_JOINING = case(
    ((JOBS.c.state == JobState.QUEUED) & (JOBS.c.served < LEAST_SERVED), LEAST_SERVED), else_=JOBS.c.served
)
"""A job that joins those at work starts level with them."""


def next_job(most_running: int, *, skip_locked: bool) -> Select[int]:
    """Return what chooses and locks the next job.

    most_running: as of `claim`. skip_locked: pass over jobs that somebody else is just claiming from.
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
    """Return what counts a slice against the share of the next job, and tells of it."""
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
"""Untouched shards go before others, so that the job's size can soon be estimated. Each choice is read off the end of
an index, however many shards there are."""

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
