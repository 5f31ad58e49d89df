"""Random draw of slices for a spot check."""

from __future__ import annotations

from sqlalchemy import String, bindparam, insert, literal, select
from sqlalchemy.orm import Session

from store.database.expressions import CHANCE
from store.models.jobs import Recheck, Shard
from store.models.states import CheckState, Purpose

DRAWN = select(
    Shard.id,
    Shard.seq,
    bindparam("engine", type_=String()),
    Shard.target,
    Shard.checkpoint,
    Shard.statistics,
    literal(CheckState.WAITING.value),
    literal(Purpose.CONFIRMATION.value),
    bindparam("worker", type_=String()),
    literal(0),
).where(Shard.id == bindparam("shard"), bindparam("share") > CHANCE)


INPUT = ["shard_id", "seq", "engine", "target", "checkpoint", "statistics", "state", "purpose", "suspect", "attempts"]


DRAW = insert(Recheck.__table__).from_select(  # type: ignore[arg-type]  # it is a Table
    INPUT, DRAWN
)
"""Built once, as every commit runs it."""


def draw_for_spot_check(session: Session, shard_id: int, engine: str, worker: str, share: float) -> None:
    """While a slice is committed: keep its input for a rerun with probability `share`."""
    if share > 0.0:
        drawn = {"shard": shard_id, "engine": engine, "worker": worker, "share": share}
        session.connection().execute(DRAW, drawn)
