"""Random draw of slices for a spot check."""

from __future__ import annotations

from sqlalchemy import String, bindparam, exists, insert, literal, select

from store.database.expressions import CHANCE
from store.database.together import Bound
from store.models.shards import Recheck, Shard, Slice
from store.models.states import CheckState, Purpose

DRAWN = select(
    Shard.id,
    Shard.seq,
    bindparam("code_digest", type_=String()),
    Shard.target,
    Shard.checkpoint,
    Shard.statistics,
    literal(CheckState.WAITING.value),
    literal(Purpose.CONFIRMATION.value),
    bindparam("worker", type_=String()),
    literal(0),
).where(
    Shard.id == bindparam("shard"),
    exists().where(Slice.shard_id == Shard.id, Slice.seq == Shard.seq),  # only while a commit is at work
    bindparam("share") > CHANCE,
)


INPUT = [
    "shard_id",
    "seq",
    "code_digest",
    "target",
    "checkpoint",
    "statistics",
    "state",
    "purpose",
    "suspect",
    "attempts",
]


DRAW = insert(Recheck.__table__).from_select(  # type: ignore[arg-type]  # it is a Table
    INPUT, DRAWN
)
"""Built once, as every commit runs it."""


def draw_for_spot_check(shard_id: int, code_digest: str, worker: str, share: float) -> list[Bound]:
    """Return what keeps a slice's input for a rerun with probability `share`, provided that its ledger entry exists."""
    drawn = {"shard": shard_id, "code_digest": code_digest, "worker": worker, "share": share}
    return [(DRAW, drawn)] if share > 0.0 else []
