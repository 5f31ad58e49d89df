"""How far a depth-first search is: sampled sizes of the tree's parts, corrected by the parts that are done."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.search.backtrack import NODES
from engine.search.tree import descend, expand, passed
from engine.search.tree_search import TreeSearch

PARTS = 64
PROBES = 256
PRIOR = 0.02
"""How much of the whole tree the sampled sizes weigh against what the search has seen itself."""


class TreeProgress:
    """The estimated size of a subtree, cut into parts in search order and sampled once, with fixed seeds.

    While the search runs, the sizes of the parts passed are known; the ratio of what they had to what had been
    estimated corrects the rest, which matters because Knuth's estimate of a deep tree is mostly too low.
    """

    def __init__(
        self, search: TreeSearch, start: int, numbers: Sequence[int], sampled: NDArray[np.float64] | None = None
    ) -> None:
        """Sample the subtree below the node with these branch numbers, with the probes of the search itself.

        sampled: the `sampled` of such an object made before, to spare the probes.
        """
        graph, tied = search.graph, search.tied
        self._depth = len(numbers)
        self._stem = 1 if numbers else 0
        self._roots = expand(graph, start, tuple(numbers), tied=tied, parts=PARTS)
        if sampled is None:
            paths = [descend(graph, start, root, tied=tied) for root in self._roots]
            sampled = np.array([search.sample(path, PROBES, seed) for seed, path in enumerate(paths)])
        self.sampled = sampled
        """float64 (parts, 2): the estimated size of each part and its standard error."""
        self._sizes: list[float] = sampled[:, 0].tolist()
        self.standard_error = float(np.sqrt((sampled[:, 1] ** 2).sum()))
        inner = {root[:length] for root in self._roots for length in range(self._depth, len(root))}
        self.size: float = sum(self._sizes) + len(inner)
        """Estimate of the number of nodes; unbiased where nothing is pruned above the parts."""
        self.probes = PROBES * len(self._roots)

    def expected(self, search: TreeSearch) -> float:
        """Return the expected total of nodes, given how many the search has entered and where it stands."""
        behind = self._behind(search)
        entered = int(search.counters[NODES])
        prior = PRIOR * self.size
        ratio = (entered + prior) / (behind + prior)
        return entered + max(0.0, self.size - behind) * ratio

    def _behind(self, search: TreeSearch) -> float:
        """Return how much of the estimated size lies behind the search's position."""
        tried, met = (numbers.tolist()[self._stem :] for numbers in search.position())
        here, place = passed(tried), search.place()[self._stem :]
        behind = 0.0
        for root, size in zip(self._roots, self._sizes, strict=True):
            below = root[self._depth :]
            if below < place[: len(below)]:
                behind += size
            elif len(here) > len(below) and below == place[: len(below)]:
                behind += size * share(here[len(below) :], met[len(below) :])
        return behind


def share(numbers: Sequence[int], met: Sequence[int]) -> float:
    """Return the share of a tree before a position when every branch of a node is given an equal share."""
    before, width = 0.0, 1.0
    for number, branches in zip(numbers, met, strict=True):
        if branches:
            width /= branches
            before += number * width
    return before
