"""The rounds of a sweep too wide for one worker: which shard takes which part of the table through the next step.

What the shards of one round sent is read by those of the next. When the table is narrow again one shard goes on alone.
Part p of sweep s is shard p * sweeps + s of the job, so that part 0 is the shard that was planned at first.

Into how many files a part's states went depends on its slices. So that nothing tells of them at the end, a part that is
needed no more has a last round without states, and the shard with the count a last one that only keeps it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.kinds.base import ShardPlan, ShardRecord
from engine.search.frontier.parts import bucket_ranges

OF_A_ROUND = {"step", "order", "chunks", "superseded", "buckets"}
"""What a round adds to a shard's target."""


def next_rounds(shards: Sequence[ShardRecord], labels: dict[tuple[int, ...], str]) -> list[ShardPlan]:
    """Return the shards of the next round of every sweep that has one.

    shards: all of the job, finished with what they were to do. labels: of the sweeps, in the order of their shards.
    """
    plans: list[ShardPlan] = []
    for place, (squares, label) in enumerate(labels.items()):
        mine = [shard for shard in shards if tuple(shard.target["sweep"]) == squares]
        if not any("count" in shard.statistics for shard in mine):
            plans += _next_round(mine, label, place, len(labels))
        elif "chunks" in mine[0].target:
            plans.append(ShardPlan(place, label, _without_round(mine[0]) | {"counted": True}))
    return plans


def _without_round(shard: ShardRecord) -> dict[str, Any]:
    """Return the target that the sweep was planned with."""
    return {name: value for name, value in shard.target.items() if name not in OF_A_ROUND}


def _next_round(shards: Sequence[ShardRecord], label: str, place: int, sweeps: int) -> list[ShardPlan]:
    """Plan one sweep's next round from what its last one sent; parts without work in that one have older statistics."""
    step = max(_number(shard, "next") for shard in shards)
    latest = [shard for shard in shards if _number(shard, "next") == step]
    target = {
        **shards[0].target,
        "step": step,
        "order": latest[0].statistics["order"].tolist(),
        "chunks": [name for shard in latest for name in shard.statistics["chunks"].tolist()],
    }
    ranges = bucket_ranges(sum(_number(shard, "sent") for shard in latest))
    read = shards[0].target.get("chunks", [])
    idle = {"chunks": [], "superseded": [], "buckets": [0, 0]}
    retired = [
        ShardPlan(shard.index, label, target | idle)
        for shard in latest
        if shard.index // sweeps >= len(ranges) and shard.target["buckets"] != [0, 0]
    ]
    return retired + [
        ShardPlan(
            part * sweeps + place,
            label if len(ranges) == 1 else f"{label}, part {part + 1}",
            {**target, "buckets": list(buckets), "superseded": read if part == 0 else []},
        )
        for part, buckets in enumerate(ranges)
    ]


def _number(shard: ShardRecord, name: str) -> int:
    return int(shard.statistics[name][0])
