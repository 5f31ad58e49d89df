"""Cutting a shard at rest: the subtrees of a depth-first search that it has not tried go to new shards."""

from __future__ import annotations

from typing import TypeVar

from engine.arrays import Arrays
from engine.kinds.target import Target


class SubtreeTarget(Target):
    """The subtree of a search below a node: the numbers of the branches that lead there from the root.

    within: further branches that lead to the part that is left of it. round, until: of a search that is cut again, and
    the nodes that it may enter before it rests.
    """

    branches: tuple[int, ...]
    within: tuple[int, ...] = ()
    round: int | None = None
    until: int | None = None


Subtree = TypeVar("Subtree", bound=SubtreeTarget)


def cut(target: Subtree, statistics: Arrays, wanted: int, first_round: int) -> tuple[Subtree, list[Subtree]]:
    """Return the target of a shard at rest and those of at least `wanted` subtrees cut off, where it has so many.

    The shard keeps the subtree it stands in, some levels down (`within`); the untried branches above are given away.
    statistics: `place`, the branch taken at each of the first levels below its root, and `ahead` (level, branch), what
    it has not tried there. first_round: nodes of the first round; every further one is twice as long.
    """
    assert target.round is not None
    assert target.until is not None
    number, root = target.round + 1, (*target.branches, *target.within)
    place = [int(branch) for branch in statistics["place"]]
    ahead = [(int(level), int(branch)) for level, branch in statistics["ahead"]]
    levels = next((at for at in range(len(place)) if sum(level < at for level, _ in ahead) >= wanted), len(place))
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
    """Return how many subtrees each of the shards at rest is to give, so that there are `shards` in all."""
    return -(-max(0, shards - resting) // max(1, resting))
