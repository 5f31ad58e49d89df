"""The statements of every claim and commit: on tables, not models, and built once as that takes longer than to ask.

A lease is named by `held_shard`, `held_fence` and `held_seq`; times are seconds of the database's clock.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from sqlalchemy import bindparam, exists, insert, select, text, update

from store.jobs.states import ShardState
from store.models.jobs import GIVEN_OUT, Job, Shard, Slice
from store.models.operations import Distrust

if TYPE_CHECKING:
    from sqlalchemy import Table

JOBS, SHARDS, SLICES, DISTRUSTED = (cast("Table", one.__table__) for one in (Job, Shard, Slice, Distrust))
OWN = (
    SHARDS.c.id == bindparam("held_shard"),
    SHARDS.c.fence == bindparam("held_fence"),
    SHARDS.c.seq == bindparam("held_seq"),
    SHARDS.c.state == ShardState.LEASED,
)
"""Of a lease: its shard, which was not given away."""

LEFT = (
    select(SLICES.c.output_digest)
    .where(SLICES.c.shard_id == bindparam("held_shard"), SLICES.c.seq == bindparam("held_seq") - 1)
    .scalar_subquery()
)
"""The digest of the checkpoint that the slice before has left."""

HELD = select(SHARDS.c.id, LEFT.label("left")).where(*OWN).with_for_update()
SHARED = select(JOBS.c.state).where(JOBS.c.id == bindparam("job")).with_for_update(read=True)
LOCKED = SHARED.with_for_update()
STANDING = select(JOBS.c.state, exists().where(DISTRUSTED.c.name == bindparam("worker"))).where(
    JOBS.c.id == bindparam("job")
)
LEDGER = insert(SLICES)
UPDATED = update(SHARDS).where(*OWN)
ADVANCED = UPDATED.values(
    work=SHARDS.c.work + bindparam("more_work"),
    cpu_seconds=SHARDS.c.cpu_seconds + bindparam("more_seconds"),
    tours=SHARDS.c.tours + bindparam("more_tours"),
)
ADVANCED_KEEPING = ADVANCED.values(
    input_seq=SHARDS.c.seq, input_target=SHARDS.c.target, input_checkpoint=SHARDS.c.checkpoint
)
"""Keeps the input of the slice with its shard, so that it can be run again; nothing of it is sent again."""

DUE = (SHARDS.c.state == ShardState.READY) & (SHARDS.c.not_before <= bindparam("moment"))
FIRST_DUE = select(SHARDS.c.id).where(SHARDS.c.job_id == JOBS.c.id, DUE).order_by(SHARDS.c.number).limit(1)
"""Asked of one job after the other until one has such a shard, and read off the end of an index by its order: of an
`exists` PostgreSQL may look through all shards that are ready, of any jobs."""

NEXT_JOB = (
    select(*JOBS.c["id", "public_id", "board_id", "state", "engine", "specification"])
    .where(
        text(GIVEN_OUT),
        JOBS.c.engine.in_(bindparam("engines", expanding=True)),
        FIRST_DUE.scalar_subquery().is_not(None),
    )
    .order_by(JOBS.c.priority.desc(), JOBS.c.served, JOBS.c.id)
    .limit(1)
)
NEXT_SHARD = (
    select(*SHARDS.c["id", "label", "target", "seq", "fence", "attempts", "crashes", "checkpoint"])
    .where(SHARDS.c.job_id == bindparam("job"), DUE)
    .order_by(SHARDS.c.number)
    .limit(1)
    .with_for_update(skip_locked=True)
)
NEXT_UNTOUCHED = NEXT_SHARD.where(SHARDS.c.seq == 0)
"""Untouched shards go before others, so that the job's size can soon be estimated. Each choice is read off the end of
an index, however many shards there are."""

LEASED = (
    update(SHARDS)
    .where(SHARDS.c.id == bindparam("shard"))
    .values(state=ShardState.LEASED, fence=SHARDS.c.fence + 1, attempts=SHARDS.c.attempts + 1)
)
SERVED = update(JOBS).where(JOBS.c.id == bindparam("job")).values(served=JOBS.c.served + 1.0 / JOBS.c.weight)
