"""How far a depth-first search is: sampled sizes of the tree's parts, corrected by the parts that are done."""

from __future__ import annotations

from collections.abc import Sequence

from engine.boards.move_graph import MoveGraph
from engine.search.knuth_estimate import tree_size
from engine.search.tree import descend, expand

PARTS = 64
PROBES = 256
PRIOR = 0.02
"""How much of the whole tree the sampled sizes weigh against what the search has seen itself."""


class TreeProgress:
    """The estimated size of a subtree, cut into parts in search order and sampled once, with fixed seeds.

    While the search runs, the sizes of the parts passed are known; the ratio of what they had to what had been
    estimated corrects the rest, which matters because Knuth's estimate of a deep tree is mostly too low.
    """

    def __init__(self, graph: MoveGraph, start: int, numbers: Sequence[int], *, tied: bool = False) -> None:
        """Sample the subtree below the node with these branch numbers."""
        self._depth = len(numbers)
        self._roots = expand(graph, start, tuple(numbers), tied=tied, parts=PARTS)
        paths = [descend(graph, start, root, tied=tied) for root in self._roots]
        estimates = [tree_size(graph, path, tied=tied, probes=PROBES, seed=at) for at, path in enumerate(paths)]
        self._sizes = [mean for mean, _ in estimates]
        self.standard_error = sum(error**2 for _, error in estimates) ** 0.5
        inner = {root[:length] for root in self._roots for length in range(self._depth, len(root))}
        self.size = sum(self._sizes) + len(inner)
        """Unbiased estimate of the number of nodes."""
        self.probes = PROBES * len(self._roots)

    def expected(self, entered: int, tried: Sequence[int], met: Sequence[int]) -> float:
        """Return the expected total of nodes, given those entered and the position below the node.

        tried, met: the branches tried and met at each depth from the node's own down, see `TreeSearch.position`.
        """
        behind = self._behind(tried, met)
        prior = PRIOR * self.size
        ratio = (entered + prior) / (behind + prior)
        return entered + max(0.0, self.size - behind) * ratio

    def _behind(self, tried: Sequence[int], met: Sequence[int]) -> float:
        """Return how much of the estimated size lies behind the position."""
        here = passed(tried)
        behind = 0.0
        for root, size in zip(self._roots, self._sizes, strict=True):
            below = root[self._depth :]
            if below < here[: len(below)]:
                behind += size
            elif len(here) > len(below) and below == here[: len(below)]:
                behind += size * share(here[len(below) :], met[len(below) :])
        return behind


def passed(tried: Sequence[int]) -> tuple[int, ...]:
    """Return the branches passed at each depth: those tried, without the one being searched."""
    return (*(number - 1 for number in tried[:-1]), *tried[-1:])


def share(numbers: Sequence[int], met: Sequence[int]) -> float:
    """Return the share of a tree before a position when every branch of a node is given an equal share."""
    passed, width = 0.0, 1.0
    for number, branches in zip(numbers, met, strict=True):
        if branches:
            width /= branches
            passed += number * width
    return passed
