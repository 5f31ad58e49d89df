"""Cutting a paused shard: the subtrees of a depth-first search that it has not tried go to new shards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from engine.arrays import Arrays
from engine.kinds.common.kind import ShardPlan, ShardRecord
from engine.kinds.common.target import Target

MAX_LABELLED = 12
"""Branches that a label names at most."""


class SubtreeTarget(Target):
    """The subtree of a search below a node: the numbers of the branches that lead there from the root.

    within: further branches, to the part of it that is left. round, until: for a search that is cut again, the number
    of its round and the nodes that it may enter before it pauses.
    """

    branches: tuple[int, ...]
    within: tuple[int, ...] = ()
    round: int | None = None
    until: int | None = None

    @property
    def place(self) -> str:
        """The branches that lead to it, as labels name them; empty at the root."""
        numbers = [str(number + 1) for number in (*self.branches, *self.within)]
        dots = ["..."] if len(numbers) > MAX_LABELLED else []
        return " ".join(["branches", *numbers[:MAX_LABELLED], *dots]) if numbers else ""


Subtree = TypeVar("Subtree", bound=SubtreeTarget)


def cut_again(
    shards: Sequence[ShardRecord],
    target: type[Subtree],
    planned: Callable[[int, Subtree], ShardPlan],
    required: int,
    first_round: int,
) -> list[ShardPlan]:
    """Return the paused shards with their next share and, where fewer than requested, new ones cut off from them.

    target: the class of their targets. planned: makes a plan from a number and a target. required: how many shards
    there should be. first_round: as in `cut`.
    """
    resting = [shard for shard in shards if "ahead" in shard.statistics]
    each = cut_off(len(resting), required)
    plans: list[ShardPlan] = []
    fresh: list[Subtree] = []
    for shard in resting:
        kept, given = cut(target.of(shard), shard.statistics, each, first_round)
        plans.append(planned(shard.index, kept))
        fresh += given
    return plans + [planned(index, one) for index, one in enumerate(fresh, start=len(shards))]


def cut(target: Subtree, statistics: Arrays, required: int, first_round: int) -> tuple[Subtree, list[Subtree]]:
    """Return the target of a paused shard and those of at least `required` subtrees cut off, where it has that many.

    The shard keeps the subtree it is in, some levels down (`within`), and gives away the untried branches above.
    statistics: `place`, the branch taken at each of the first levels below its root, and `ahead` (level, branch), what
    it has not tried there. first_round: nodes of the first round; every further one is twice as long.
    """
    assert target.round is not None
    assert target.until is not None
    number, root = target.round + 1, (*target.branches, *target.within)
    place = [int(branch) for branch in statistics["place"]]
    ahead = [(int(level), int(branch)) for level, branch in statistics["ahead"]]
    levels = next((at for at in range(len(place)) if sum(level < at for level, _ in ahead) >= required), len(place))
    fresh = target.model_copy(update={"within": (), "round": number, "until": first_round << number})
    given = [
        fresh.model_copy(update={"branches": (*root, *place[:level], branch)})
        for level, branch in ahead
        if level < levels
    ]
    within = (*root, *place[:levels])[len(target.branches) :]
    until = target.until + (first_round << number)
    return target.model_copy(update={"within": within, "round": number, "until": until}), given


def cut_off(resting: int, shards: int) -> int:
    """Return how many subtrees each paused shard gives, so that there are `shards` in all."""
    return -(-max(0, shards - resting) // max(1, resting))


def counters_of(shards: Sequence[ShardRecord]) -> list[int]:
    """Return the sums of the counters of all shards."""
    rows = [shard.statistics["counters"].tolist() for shard in shards if shard.statistics]
    return [sum(column) for column in zip(*rows, strict=True)] if rows else [0, 0, 0, 0]
