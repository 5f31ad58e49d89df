"""The rounds of a sweep too wide for one worker: which shard takes which part of the table through the next step.

What the shards of one round sent is read by those of the next. If the table is narrow again one shard continues alone.
Part p of sweep s is shard p * sweeps + s of the job, so that part 0 is the shard that was planned at first.

A file may get lost. The shard that misses it reports it, and the round that wrote it is repeated. Therefore what a
round read is removed one round later than otherwise. Where even that is gone the sweep starts from its beginning.

The number of files of a part's states depends on its slices. So that no trace of slices is left at the end, a part that
is no longer needed has a last round without states, and the shard with the count a last round that only keeps it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.kinds.common.kind import ShardPlan, ShardRecord
from engine.kinds.enumerate.sweep.target import SweepName, SweepRound, SweepTarget
from engine.search.frontier.table_parts import bucket_ranges

NOTHING = (0, 0)
"""The buckets of a part that has nothing to do."""


def next_rounds(shards: Sequence[ShardRecord], labels: Mapping[SweepName, str], others: int = 0) -> list[ShardPlan]:
    """Return the shards of the next round of the first sweep that has one; the others wait, as they need the same disk.

    shards: those of the job's sweeps, all finished with their round. labels: of the sweeps, in the order of their
    shards. others: the number of shards after theirs.
    """
    plans: list[ShardPlan] = []
    planned = len(labels) + others
    for index, (name, label) in enumerate(labels.items()):
        mine = [shard for shard in shards if SweepTarget.of(shard).name == name]
        if not any("count" in shard.statistics for shard in mine):
            return plans + _next_round(mine, label, index, planned)
        target = SweepTarget.of(mine[0])
        if target.chunks is not None:
            plans.append(ShardPlan(index, label, target.without_round().model_copy(update={"counted": True}).to_json()))
    return plans


def _next_round(shards: Sequence[ShardRecord], label: str, index: int, sweeps: int) -> list[ShardPlan]:
    """Plan one sweep's next round from what its last round sent; parts without work in it have older statistics."""
    if any("lost" in shard.statistics for shard in shards):
        return _round_again(shards, label, index, sweeps)
    step = max(_number(shard, "next") for shard in shards)
    latest = [shard for shard in shards if _number(shard, "next") == step]
    sent = SweepRound(
        step=step,
        order=tuple(latest[0].statistics["order"].tolist()),
        chunks=tuple(name for shard in latest for name in shard.statistics["chunks"].tolist()),
        received=sum(_number(shard, "sent") for shard in latest),
    )
    last = SweepTarget.of(shards[0])
    superseded = () if last.before is None else last.before.chunks or ()
    kept = {"before": last.begun_with(), "superseded": superseded}
    return _plan_parts(shards, label, index, sweeps, sent, kept)


def _round_again(shards: Sequence[ShardRecord], label: str, index: int, sweeps: int) -> list[ShardPlan]:
    """Plan the round before the last one again, or the first one where that one is no longer known."""
    target = SweepTarget.of(shards[0])
    if target.before is not None:
        return _plan_parts(shards, label, index, sweeps, target.before, {})
    others = _plan_parts(shards, label, index, sweeps, SweepRound(order=target.order, chunks=()), {})[:-1]
    return [*others, ShardPlan(index, label, target.without_round().to_json())]


def _plan_parts(
    shards: Sequence[ShardRecord],
    label: str,
    index: int,
    sweeps: int,
    sent: SweepRound,
    kept: Mapping[str, object],
) -> list[ShardPlan]:
    """Plan a round of one sweep: first the parts that have nothing more to do, then those that take what was sent.

    sent: what this round begins with, for all its parts. kept: fields about the round before it, for the first part.
    """
    target = SweepTarget.of(shards[0]).without_round().model_copy(update=dict(sent))
    ranges = bucket_ranges(sent.received)
    rest = target.model_copy(update={"chunks": (), "buckets": NOTHING}).to_json()
    resting = [
        ShardPlan(shard.index, label, rest)
        for shard in shards
        if shard.index // sweeps >= len(ranges) and _place(shard) > (sent.step, False)
    ]
    return resting + [
        ShardPlan(
            part * sweeps + index,
            label if len(ranges) == 1 else f"{label}, part {part + 1}",
            target.model_copy(update={"buckets": buckets, **(kept if part == 0 else {})}).to_json(),
        )
        for part, buckets in enumerate(ranges)
    ]


def _place(shard: ShardRecord) -> tuple[int, bool]:
    """Return the step that a part has reached, and whether it had anything to do in its last round."""
    return _number(shard, "next"), SweepTarget.of(shard).buckets != NOTHING


def _number(shard: ShardRecord, name: str) -> int:
    return int(shard.statistics[name][0])
