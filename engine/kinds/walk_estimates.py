"""Estimates from random walks: Knuth's unbiased estimator, the biased product of means, and tables by depth."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.kinds.base import Arrays
from engine.specification.kinds import SampleSpecification
from engine.specification.problem import Problem, resolve
from engine.specification.result import Count, DepthStatistics, Estimate, Result, SquareStatistics

FOUND = (("all", "walks"), ("completed", "tours"), ("closed", "closed"))
QUANTITIES = {"tours": ("tours", "weights"), "closed": ("closed", "closed_weights")}


def walk_result(spec: SampleSpecification, parts: Sequence[Arrays]) -> Result:
    """Return everything known from the walks; `parts` are the shards' tallies in index order."""
    problem = resolve(spec)
    batches = {name: _stacked(parts, name) for name in ("walks", "tours", "closed", "weights", "closed_weights")}
    walks = int(batches["walks"].sum())
    if walks == 0:
        return Result()
    moves, ends = _added(parts, "moves"), _added(parts, "ends")
    depths = _depths(moves, _added(parts, "widths"), walks)
    estimates = _knuth(spec, problem, parts, batches)
    if spec.method in ("uniform", "rotating"):
        estimates.append(_product_of_means(problem, depths, walks))
    return Result(
        counts=[
            Count(quantity=f"{name}_walks", value=str(int(batches[key].sum())), method=spec.method)
            for name, key in FOUND
        ],
        estimates=estimates,
        squares=[_square(problem, batches, number) for number in range(len(problem.starts))],
        depths=depths,
        extra={"ends": {name: row.tolist() for name, row in zip(QUANTITIES, ends, strict=True)}},
    )


def _stacked(parts: Sequence[Arrays], name: str) -> NDArray[Any]:
    return np.concatenate([np.asarray(part[name]) for part in parts])


def _added(parts: Sequence[Arrays], name: str) -> NDArray[Any]:
    total = np.zeros_like(np.asarray(parts[0][name]))
    for part in parts:
        total = total + np.asarray(part[name])
    return total


def _knuth(
    spec: SampleSpecification, problem: Problem, parts: Sequence[Arrays], batches: dict[str, NDArray[Any]]
) -> list[Estimate]:
    """Return the unbiased estimates of all and of closed tours: sums over starts of mean weights.

    The Warnsdorff walker cannot find every tour; what it estimates is the number of tours that obey the rule.
    """
    prefix = "warnsdorff_" if spec.method == "warnsdorff" else ""
    squares, largest = _added(parts, "squares"), np.max([np.asarray(part["largest"]) for part in parts], axis=0)
    return [
        _weighted(prefix + quantity, problem, batches["walks"], batches[key], float(squares[row]), float(largest[row]))
        for row, (quantity, (_, key)) in enumerate(QUANTITIES.items())
    ]


def _weighted(
    quantity: str, problem: Problem, walks: NDArray[Any], weights: NDArray[Any], squares: float, largest: float
) -> Estimate:
    value = float(_sum_of_means(weights.sum(axis=0), walks.sum(axis=0)))
    full = (walks > 0).all(axis=1)
    totals = _sum_of_means(weights[full], walks[full])
    error = float(np.std(totals, ddof=1) / math.sqrt(len(totals))) if len(totals) > 1 else value
    samples, total = int(walks.sum()), float(weights.sum())
    naive = len(problem.starts) * math.sqrt(max(0.0, squares / samples - (total / samples) ** 2) / samples)
    return Estimate(
        quantity=quantity,
        value=value,
        standard_error=error,
        estimator="knuth",
        samples=samples,
        batches=int(full.sum()),
        naive_error=naive,
        largest_share=largest / total if total else 0.0,
        effective_samples=total**2 / squares if squares else 0.0,
    )


def _sum_of_means(weights: NDArray[Any], walks: NDArray[Any]) -> NDArray[Any]:
    """Return the sum over the last axis (starts) of weights / walks; starts that had no walk count as zero."""
    return np.asarray((weights / np.maximum(walks, 1)).sum(axis=-1))


def _depths(moves: NDArray[np.int64], widths: NDArray[np.float64], walks: int) -> list[DepthStatistics]:
    """Return one row per square of the walk that was ever reached; depth 1 is the start."""
    rows: list[DepthStatistics] = []
    product = 1.0
    for depth, counts in enumerate(moves):
        reached = int(counts.sum())
        if reached == 0:
            break
        mean = float((counts * np.arange(len(counts))).sum() / reached)
        product *= mean
        rows.append(
            DepthStatistics(
                depth=depth + 1,
                reached=reached,
                mean_moves=mean,
                width=product,
                inverse_probability=walks / reached,
                unbiased_width=float(widths[depth]) / walks,
            )
        )
    return rows


def _product_of_means(problem: Problem, depths: Sequence[DepthStatistics], walks: int) -> Estimate:
    """Return the estimate that multiplies mean numbers of moves: biased, as a mean of products is not a product."""
    size = problem.board.size
    complete = len(depths) == size
    value = len(problem.starts) * depths[size - 2].width if complete else 0.0
    return Estimate(
        quantity="tours",
        value=value,
        standard_error=value / math.sqrt(depths[-1].reached) if complete else 0.0,
        estimator="product-of-means",
        samples=walks,
        unbiased=False,
    )


def _square(problem: Problem, batches: dict[str, NDArray[Any]], number: int) -> SquareStatistics:
    """Return what the walks from one start square found."""
    found = {f"{name}_walks": str(int(batches[key][:, number].sum())) for name, key in FOUND}
    return SquareStatistics(square=problem.board.square(int(problem.starts[number])), **found)
