"""Estimates from independent populations of sequential Monte Carlo: their mean, and the error of the mean."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.kinds.sample.estimates.scaled_values import common_exponent, in_unit, rescale, with_unit
from engine.kinds.sample.estimates.standard_errors import FAIR_SHARES, NOTHING_FOUND, cycles_of, interval_95
from engine.kinds.sample.estimates.start_classes import group_squares, pair_groups, start_groups
from engine.kinds.sample.specification import SampleProblem, SampleSpecification
from engine.specification.result import Estimate, LargeEstimate, Result

ESTIMATORS = {"smc": "sequential-monte-carlo", "transfer-matrix": "transfer-matrix"}
MIN_RUNS = 8


def population_result(problem: SampleProblem, parts: Sequence[Arrays]) -> Result:
    """Return the estimates of the total and by class of start squares; `parts`: the shards' statistics in order."""
    spec = problem.spec
    runs = sum(int(part["runs"][0]) for part in parts)
    if runs == 0:
        return Result()
    parts = [with_unit(part) for part in parts]
    exponent = common_exponent(parts)
    totals = _add_parts([in_unit(part, exponent) for part in parts])
    sums, squares = totals["sums"], totals["squares"]
    largest = max(float(in_unit(part, exponent)["largest"][0]) for part in parts)
    whole = _estimate(spec, runs, float(sums[0]), float(squares[0]))
    share = largest / float(sums[0]) if sums[0] else 0.0
    extra = {"largest_share": share, "warnings": _warnings(runs, float(sums[0]), share)}
    estimates = [whole.model_copy(update=extra)]
    if spec.tours == "closed":
        estimates.append(cycles_of(whole, len(problem.starts)))
    else:
        estimates += _by_start(problem, runs, sums[1:], squares[1:])
    figures = [rescale(estimate, exponent) for estimate in estimates]
    return Result(
        estimates=[figure for figure in figures if isinstance(figure, Estimate)],
        large_estimates=[figure for figure in figures if isinstance(figure, LargeEstimate)],
        extra=_pairs(problem, totals, runs, exponent),
    )


def _warnings(runs: int, total: float, share: float) -> list[str]:
    if total == 0:
        return [NOTHING_FOUND]
    found = [f"few populations, only {runs}"] if runs < MIN_RUNS else []
    if runs >= MIN_RUNS and share > FAIR_SHARES / runs:
        found.append(f"one population carries {share:.0%} of the sum")
    return found


def _by_start(
    problem: SampleProblem, runs: int, sums: NDArray[np.float64], squares: NDArray[np.float64]
) -> list[Estimate]:
    """Return for each class of starts the number of tours from one of its squares."""
    members = np.bincount(start_groups(problem))
    return [
        _estimate(problem.spec, runs, float(total) / count, float(square) / count**2).model_copy(
            update={
                "square": problem.board.square(start),
                "squares": int(count),
                "warnings": [] if total else [NOTHING_FOUND],
            }
        )
        for start, count, total, square in zip(group_squares(problem), members, sums, squares, strict=True)
    ]


def _add_parts(parts: Sequence[dict[str, NDArray[np.float64]]]) -> dict[str, NDArray[np.float64]]:
    """Add float arrays one after the other, in the order given."""
    totals = {name: np.zeros_like(array) for name, array in parts[0].items()}
    for part in parts:
        totals = {name: total + part[name] for name, total in totals.items()}
    return totals


def _estimate(spec: SampleSpecification, runs: int, total: float, squares: float) -> Estimate:
    mean = total / runs
    error = _error(runs, mean, squares)
    return Estimate(
        quantity="closed" if spec.tours == "closed" else "tours",
        value=mean,
        standard_error=error,
        interval_95=interval_95(mean, error, runs),
        estimator=ESTIMATORS[spec.method],
        samples=runs * spec.particles,
        batches=runs,
    )


def _error(runs: int, mean: float, squares: float) -> float:
    variance = max(0.0, squares / runs - mean**2) * runs / max(1, runs - 1)
    return math.sqrt(variance / runs) if runs > 1 else mean


def _pairs(
    problem: SampleProblem, totals: dict[str, NDArray[np.float64]], runs: int, exponent: int
) -> dict[str, object]:
    """Return the table of tours between two ends, one row a class of pairs; empty where ends are not distinguished."""
    sums, squares = np.ldexp(totals["pair_sums"], exponent), np.ldexp(totals["pair_squares"], 2 * exponent)
    if not len(sums):
        return {}
    groups = pair_groups(problem.board)[problem.starts]
    members = np.bincount(groups.ravel(), minlength=len(sums))
    usual = float(squares.sum() / sums.sum()) if sums.any() else 0.0  # as for walks: see pair_rows
    rows = []
    for group in np.flatnonzero(sums):
        start, end = np.argwhere(groups == group)[0]
        mean, count = float(sums[group]) / runs, int(members[group])
        effective = float(sums[group] ** 2 / squares[group])
        error = max(_error(runs, mean, float(squares[group])), math.sqrt(mean * usual / runs))
        rows.append(
            {
                "start": problem.board.square(int(problem.starts[start])),
                "end": problem.board.square(int(end)),
                "pairs": count,
                "value": mean / count,
                "standard_error": error / count,
                "effective_populations": effective,
                "warnings": [f"as good as {effective:.0f} equal populations only"] if effective < MIN_RUNS else [],
            }
        )
    return {"end_pairs": rows}
