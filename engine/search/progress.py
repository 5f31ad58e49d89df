"""The progress of a depth-first search: sampled sizes of the tree's parts, corrected by the parts that are done."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.search.counters import NODES
from engine.search.tree import descend, expand, passed_branches
from engine.search.tree_search import TreeSearch

PARTS = 64
PRIOR = 0.02
"""The weight of the sampled sizes against what the search itself has seen, as a share of the whole tree."""


class TreeProgress:
    """The estimated size of a subtree, cut into parts in search order and sampled once, with fixed seeds.

    While the search runs, the sizes of the parts passed are known; the ratio of their true to their
    estimated sizes corrects the rest, which matters because samples of a deep tree are mostly too low.
    """

    def __init__(
        self,
        search: TreeSearch,
        start: int,
        numbers: Sequence[int],
        known: Arrays | None = None,
        *,
        cut: bool = False,
    ) -> None:
        """Sample the subtree below the node with these branch numbers, with the probes of the search itself.

        known: the `arrays` of such an object made before, to spare the probes. cut: whether the search was of a larger
        subtree before, so that the nodes it has entered say nothing about this one.
        """
        graph, tied, by_exits = search.graph, search.tied, search.by_exits
        self._depth = len(numbers)
        self._stem = 1 if numbers else 0
        self._roots = expand(graph, start, tuple(numbers), tied=tied, by_exits=by_exits, parts=PARTS)
        if known:
            sampled = np.asarray(known["sampled"], np.float64)
        else:
            paths = [descend(graph, start, root, tied=tied, by_exits=by_exits) for root in self._roots]
            sampled = np.array([search.sample(path, seed) for seed, path in enumerate(paths)])
        self.sampled = sampled
        """float64 (parts, 2): the estimated size of each part and its standard error."""
        self._sizes: list[float] = sampled[:, 0].tolist()
        self.standard_error = float(np.sqrt((sampled[:, 1] ** 2).sum()))
        inner = {root[:length] for root in self._roots for length in range(self._depth, len(root))}
        self._below: float = sum(self._sizes) + len(inner)
        self.probes = search.probes * len(self._roots)
        here = [float(search.counters[NODES]), self._behind(search)] if cut else [0.0, 0.0]
        self._origin = np.asarray(known["origin"] if known else here, np.float64)

    @property
    def size(self) -> float:
        """Estimate of the nodes that the search enters in all; unbiased where nothing is pruned above the parts."""
        entered, behind = (float(value) for value in self._origin)
        return entered + self._below - behind

    def arrays(self) -> dict[str, NDArray[np.float64]]:
        """Return the sampled sizes, with the nodes entered and the estimated size passed before the subtree was cut."""
        return {"sampled": self.sampled, "origin": self._origin}

    def expected_total(self, search: TreeSearch) -> float:
        """Return the expected total of nodes, given how many the search has entered and where it stands."""
        behind = self._behind(search)
        entered = int(search.counters[NODES])
        prior = PRIOR * self._below
        ratio = (entered - self._origin[0] + prior) / (behind - self._origin[1] + prior)
        return float(entered + max(0.0, self._below - behind) * ratio)

    def _behind(self, search: TreeSearch) -> float:
        """Return how much of the estimated size lies behind the search's position."""
        tried, met = (numbers.tolist()[self._stem :] for numbers in search.position())
        here, place = passed_branches(tried), search.place()[self._stem :]
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
