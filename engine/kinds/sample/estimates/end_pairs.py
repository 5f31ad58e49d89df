"""Tours between two ends, from random walks: one row for each class of pairs, with its error and warnings."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.kinds.sample.estimates.standard_errors import few_samples
from engine.kinds.sample.estimates.start_classes import MAX_PAIRED_SQUARES, pair_groups
from engine.kinds.sample.estimates.tables import add_tables
from engine.kinds.sample.specification import SampleProblem


def pair_rows(problem: SampleProblem, parts: Sequence[Arrays], walks: NDArray[np.int64]) -> list[dict[str, object]]:
    """Return the rows; none where the walks did not distinguish the ends. walks: int64 (starts,), made from each start.

    Closed tours are the pairs one move apart. Few walks of very unequal weight find a pair's tours, so that the spread
    of those found is usually too small. The error is therefore at least what weights as unequal as those of all pairs
    would give.
    """
    sums, squares = add_tables(parts, "pairs", np.float64)
    if problem.board.size > MAX_PAIRED_SQUARES or not sums.any():
        return []
    made = np.maximum(walks, 1)[:, None]
    means = sums / made
    own = np.maximum(squares / made - means**2, 0.0) / made
    usual = means / made * (squares.sum() / sums.sum())
    groups = pair_groups(problem.board)[problem.starts]
    rows = []
    for group in np.unique(groups[sums > 0]):
        members = groups == group
        count = int(members.sum())
        effective = float(sums[members].sum() ** 2 / squares[members].sum())
        variance = max(own[members].sum(), usual[members].sum())
        start, end = np.argwhere(members)[0]
        rows.append(
            {
                "start": problem.board.square(int(problem.starts[start])),
                "end": problem.board.square(int(end)),
                "pairs": count,
                "value": float(means[members].mean()),
                "standard_error": math.sqrt(variance) / count,
                "effective_samples": effective,
                "warnings": few_samples(effective),
            }
        )
    return rows
