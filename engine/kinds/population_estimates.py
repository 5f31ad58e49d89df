"""Estimates from independent populations of sequential Monte Carlo: their mean, and the error of the mean."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from engine.kinds.base import Arrays
from engine.specification.kinds import SampleSpecification
from engine.specification.problem import Problem, resolve
from engine.specification.result import Estimate, Result

ESTIMATOR = "sequential-monte-carlo"


def population_result(spec: SampleSpecification, parts: Sequence[Arrays]) -> Result:
    """Return the estimates of the total and by start square; `parts` are the shards' statistics in index order."""
    problem = resolve(spec)
    runs = sum(int(part["runs"][0]) for part in parts)
    if runs == 0:
        return Result()
    sums = _added([part["sums"] for part in parts])
    squares = _added([part["squares"] for part in parts])
    samples = runs * spec.particles
    whole = _estimate(spec, problem, runs, float(sums[0]), float(squares[0]), samples)
    whole.largest_share = max(float(part["largest"][0]) for part in parts) / float(sums[0]) if sums[0] else 0.0  # type: ignore[attr-defined]  # extra fields are allowed
    estimates = [whole]
    if spec.tours == "closed":
        estimates.append(_cycles(problem, whole))
    else:
        rows = zip(problem.starts.tolist(), sums[1:], squares[1:], strict=True)
        estimates += [
            _estimate(spec, problem, runs, float(total), float(square), samples, start) for start, total, square in rows
        ]
    return Result(estimates=estimates)


def _added(arrays: Sequence[np.ndarray]) -> np.ndarray:
    """Add float arrays one after the other, in the order given."""
    total = np.zeros_like(arrays[0])
    for array in arrays:
        total = total + array
    return total


def _estimate(
    spec: SampleSpecification,
    problem: Problem,
    runs: int,
    total: float,
    squares: float,
    samples: int,
    start: int | None = None,
) -> Estimate:
    mean = total / runs
    variance = max(0.0, squares / runs - mean**2) * runs / max(1, runs - 1)
    error = math.sqrt(variance / runs) if runs > 1 else mean
    where = {} if start is None else {"square": problem.board.square(start)}
    quantity = "closed" if spec.tours == "closed" else "tours"
    return Estimate(
        quantity=quantity,
        value=mean,
        standard_error=error,
        estimator=ESTIMATOR,
        samples=samples,
        batches=runs,
        **where,
    )


def _cycles(problem: Problem, directed: Estimate) -> Estimate:
    """Return the estimate of the number of undirected cycles: each is closed tours, twice from every start."""
    factor = 1.0 / (2 * len(problem.starts))
    changes = {
        "quantity": "cycles",
        "convention": "undirected",
        "value": directed.value * factor,
        "standard_error": directed.standard_error * factor,
    }
    return directed.model_copy(update=changes)
