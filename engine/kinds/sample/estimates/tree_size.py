"""Estimates of the size of the search tree from the walks down it (D. E. Knuth, 1975): nodes, leaves, dead ends.

A walk takes each branch with a known probability. The sum over its squares of 1 / the probability of having come so
far is an unbiased estimate of the number of nodes, 1 / the probability of the whole walk one of the number of leaves.
A node is a walk from a start square, the start alone included, as exact searches count squares entered; a leaf is a
node with no move left, a tour or a dead end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.kinds.sample.estimates.standard_errors import batch_warnings, interval_95, mean_and_error
from engine.specification.result import Estimate

ESTIMATOR = "knuth"
TREE_SUMS = ("nodes", "leaves")
Sums = Mapping[str, NDArray[np.float64]]
TOO_LARGE = "the search tree has more nodes than numbers can tell (1.8e308): its size is not estimated"


def sizes_trees(parts: Sequence[Arrays]) -> bool:
    """Whether the walks kept the sums that the estimates need: those of earlier versions did not."""
    return all(name in part for part in parts for name in TREE_SUMS)


def tree_estimates(walks: NDArray[np.int64], sums: Sums, prefix: str) -> list[Estimate]:
    """Return nodes, leaves and dead ends of all start squares together.

    Nothing where the walks did not keep the sums, or a batch is beyond floats.

    walks, and in `sums` nodes, leaves and weights: each (batches, starts). prefix: before the quantities' names.
    """
    full = (walks > 0).all(axis=1)
    if not full.any() or not sums.keys() >= set(TREE_SUMS) or too_large(sums):
        return []
    sums_by_name = {"nodes": sums["nodes"], "leaves": sums["leaves"], "dead_ends": sums["leaves"] - sums["weights"]}
    samples = int(walks.sum())
    return [
        _estimate(prefix + name, (one[full] / walks[full]).sum(axis=1), samples) for name, one in sums_by_name.items()
    ]


def too_large(sums: Sums) -> bool:
    """Whether the tree is too large for floats."""
    return "nodes" in sums and not np.isfinite(sums["nodes"]).all()


def _estimate(quantity: str, batches: NDArray[np.float64], samples: int) -> Estimate:
    """Return the mean of independent estimates, one from each batch."""
    value, error = mean_and_error(batches)
    return Estimate(
        quantity=quantity,
        value=value,
        standard_error=error,
        interval_95=interval_95(value, error, len(batches)),
        estimator=ESTIMATOR,
        samples=samples,
        batches=len(batches),
        warnings=batch_warnings(batches),
    )
