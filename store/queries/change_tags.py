"""Version tags of views, in one cheap query, checked before anything is rendered."""

from __future__ import annotations

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from store.models.campaigns import Campaign
from store.models.deletions import Deletion
from store.models.jobs import Event
from store.models.shards import Shard, Slice
from store.models.states import ShardState
from store.queries.worker_activity import seen_workers

SHARDS = Shard.__table__
PULSE = select(
    select(func.max(Slice.id)).scalar_subquery(),
    select(func.max(Event.id)).scalar_subquery(),
    select(func.max(Deletion.id)).scalar_subquery(),
    select(func.count(Campaign.id)).scalar_subquery(),
    select(func.count()).select_from(SHARDS).where(SHARDS.c.state == ShardState.LEASED).scalar_subquery(),
    select(func.sum(SHARDS.c.fence)).where(SHARDS.c.state == ShardState.LEASED).scalar_subquery(),
)
"""The last commit, state change and deletion, the number of campaigns, and the leases. Built once, for polls."""


def pulse(session: Session) -> tuple[object, ...]:
    """Return a value that changes with jobs' submissions, states, commits, claims and deletions, and with workers."""
    row = session.connection().execute(PULSE).one()
    return (*row, *((one.worker.name, one.silent) for one in seen_workers(session)))
