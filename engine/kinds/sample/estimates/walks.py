"""Estimates from random walks: Knuth's unbiased estimator and importance weights, by start and by both ends."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.kinds.sample.estimates.end_pairs import pair_rows
from engine.kinds.sample.estimates.standard_errors import (
    batch_warnings,
    cycles_of,
    interval_95,
    mean_and_error,
    warnings_of,
)
from engine.kinds.sample.estimates.start_classes import group_squares, start_groups
from engine.kinds.sample.estimates.tables import (
    Number,
    add_tables,
    depth_rows,
    product_of_means,
    shares,
    square_rows,
    totals,
)
from engine.kinds.sample.estimates.tree_size import TOO_LARGE, TREE_SUMS, sizes_trees, too_large, tree_estimates
from engine.kinds.sample.specification import SampleProblem, SampleSpecification
from engine.sampling.units import unit_of
from engine.specification.result import Count, Estimate, Result

ALL, CLOSED, OPEN = range(3)
"""Rows of the tallies' sums of squares."""

TALLIES_OF = {"any": (ALL, CLOSED), "closed": (CLOSED,), "open": (OPEN, CLOSED)}
"""What a job estimates, the main figure first."""

BEYOND_FLOATS = "a tour's weight is beyond the range of numbers (1.8e308): the walks give no estimate"

ESTIMATORS = {"uniform": "knuth", "rotating": "knuth", "warnsdorff": "knuth", "importance": "importance-weights"}


class Tallied:
    """The tallies of all streams: rows of batches x starts, one stream after the other, and sums over streams."""

    def __init__(self, parts: Sequence[Arrays]) -> None:
        self.rows = _concatenate(parts, ("walks", "tours", "closed"), np.int64)
        sums = ("weights", "closed_weights", *TREE_SUMS) if sizes_trees(parts) else ("weights", "closed_weights")
        self.sums = _concatenate(parts, sums, np.float64)
        self.walks = int(self.rows["walks"].sum())
        largest = np.array([part["largest"] for part in parts], np.float64)
        self.largest = largest.max(axis=0)
        self.units = _units(self.largest)
        squares = np.array([part["squares"] for part in parts], np.float64)
        self.squares = (squares * (_units(largest) / self.units) ** 2).sum(axis=0)

    @property
    def beyond_floats(self) -> bool:
        """Whether the sum of the weights is beyond the range of floats."""
        return not np.isfinite(self.sums["weights"].sum())

    def weights(self, row: int) -> NDArray[np.float64]:
        """Return the weights (batches, starts) of all, closed or open tours."""
        every, closed = self.sums["weights"], self.sums["closed_weights"]
        return (every, closed, every - closed)[row]


def _concatenate(parts: Sequence[Arrays], names: Sequence[str], number: type[Number]) -> dict[str, NDArray[Number]]:
    return {name: np.concatenate([np.asarray(part[name], number) for part in parts]) for name in names}


def _units(largest: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.vectorize(unit_of, otypes=[np.float64])(largest))


def walk_result(problem: SampleProblem, parts: Sequence[Arrays]) -> Result:
    """Return everything known from the walks; `parts` are the shards' tallies in index order."""
    spec, tallied = problem.spec, Tallied(parts)
    if tallied.walks == 0:
        return Result()
    depths = depth_rows(parts, tallied.walks)
    pairs = pair_rows(problem, parts, tallied.rows["walks"].sum(axis=0))
    found = [("all_walks", "walks"), ("completed_walks", "tours"), ("closed_walks", "closed")]
    return Result(
        counts=[
            Count(quantity=name, value=str(int(tallied.rows[key].sum())), method=spec.method) for name, key in found
        ],
        estimates=[] if tallied.beyond_floats else _estimates(problem, tallied, parts),
        explanation=BEYOND_FLOATS if tallied.beyond_floats else TOO_LARGE if too_large(tallied.sums) else None,
        squares=square_rows(problem, tallied.rows),
        depths=[] if spec.method == "importance" else depths,
        extra={
            **totals(parts, tallied.walks, tallied.rows),
            **shares(problem, tallied.rows, add_tables(parts, "ends", np.int64)),
            **({"end_pairs": pairs} if pairs else {}),
        },
    )


def _estimates(problem: SampleProblem, tallied: Tallied, parts: Sequence[Arrays]) -> list[Estimate]:
    spec = problem.spec
    required = TALLIES_OF[spec.tours]
    estimates = [_whole(problem, tallied, row) for row in required]
    if CLOSED in required and spec.method != "warnsdorff":
        estimates.append(cycles_of(estimates[required.index(CLOSED)], len(problem.starts)))
    estimates += _by_start(problem, tallied, required[0])
    if spec.method in ("uniform", "rotating"):
        estimates.append(product_of_means(problem, parts, tallied.walks))
    return (
        estimates
        if spec.method == "importance"
        else estimates + tree_estimates(tallied.rows["walks"], tallied.sums, _prefix(spec))
    )


def _quantity(spec: SampleSpecification, row: int) -> str:
    """Return the name of the estimated quantity."""
    return _prefix(spec) + ("closed" if row == CLOSED else "tours")


def _prefix(spec: SampleSpecification) -> str:
    """Return the prefix of names: Warnsdorff walks meet only tours that obey the rule, and only their own tree."""
    return "warnsdorff_" if spec.method == "warnsdorff" else ""


def _whole(problem: SampleProblem, tallied: Tallied, row: int) -> Estimate:
    spec, weights, walks = problem.spec, tallied.weights(row), tallied.rows["walks"]
    value = float(_sum_of_means(weights.sum(axis=0), walks.sum(axis=0)))
    full = (walks > 0).all(axis=1)
    _, error = mean_and_error(_sum_of_means(weights[full], walks[full])) if full.sum() > 1 else (value, value)
    unit = float(tallied.units[row])
    squares, total = float(tallied.squares[row]), float(weights.sum()) / unit
    spread = max(0.0, squares / tallied.walks - (total / tallied.walks) ** 2)
    naive = len(problem.starts) * math.sqrt(spread / tallied.walks) * unit
    share = float(tallied.largest[row]) / unit / total if total else 0.0
    effective = total**2 / squares if squares else 0.0
    return Estimate(
        quantity=_quantity(spec, row),
        value=value,
        standard_error=error,
        interval_95=interval_95(value, error, int(full.sum())),
        estimator=ESTIMATORS[spec.method],
        samples=tallied.walks,
        batches=int(full.sum()),
        naive_error=naive,
        largest_share=share,
        effective_samples=effective,
        warnings=warnings_of(share, effective, error, naive),
    )


def _sum_of_means(weights: NDArray[np.float64], walks: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the sum over the last axis (starts) of weights / walks; starts that had no walk count as zero."""
    return np.asarray((weights / np.maximum(walks, 1)).sum(axis=-1))


def _by_start(problem: SampleProblem, tallied: Tallied, row: int) -> list[Estimate]:
    """Return for each class of starts the number of tours from one of its squares."""
    groups, walks = start_groups(problem), tallied.rows["walks"]
    full = (walks > 0).all(axis=1)
    if not full.any():
        return []
    means = tallied.weights(row)[full] / walks[full]
    rows = []
    for group, start in enumerate(group_squares(problem)):
        members = groups == group
        batches = means[:, members].mean(axis=1)
        value, error = mean_and_error(batches)
        rows.append(
            Estimate(
                quantity=_quantity(problem.spec, row),
                value=value,
                standard_error=error,
                interval_95=interval_95(value, error, int(full.sum())),
                estimator=ESTIMATORS[problem.spec.method],
                samples=int(walks[full][:, members].sum()),
                batches=int(full.sum()),
                square=problem.board.square(start),
                squares=int(members.sum()),
                warnings=batch_warnings(batches),
            )
        )
    return rows
