"""Results of walks beside estimates: the tree by depth, success by start, shares of starts and ends."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.kinds.sample.estimates.standard_errors import cases_for_each, jackknife_error, share_and_error
from engine.kinds.sample.estimates.start_classes import group_squares, start_groups
from engine.kinds.sample.specification import SampleProblem
from engine.specification.result import DepthStatistics, Estimate, SquareStatistics

Number = TypeVar("Number", np.int64, np.float64)
Rows = Mapping[str, NDArray[np.int64]]
Floats = NDArray[np.float64]
FOUND = {"all_walks": "walks", "completed_walks": "tours", "closed_walks": "closed"}


def add_tables(parts: Sequence[Arrays], name: str, number: type[Number]) -> NDArray[Number]:
    """Add one array of every shard, in index order."""
    total = np.zeros(parts[0][name].shape, number)
    with np.errstate(over="ignore"):  # widths of large boards are beyond floats, and left out
        for part in parts:
            total = total + np.asarray(part[name], number)
    return total


def depth_rows(parts: Sequence[Arrays], walks: int) -> list[DepthStatistics]:
    """Return one row per square of the walk that was ever reached; depth 1 is the start.

    width is the product of mean numbers of moves so far, as "La marche du cavalier" has it; unbiased_width, the mean
    of products, estimates how many walks of `depth` squares there are from a start.
    """
    moves, widths = add_tables(parts, "moves", np.int64), add_tables(parts, "widths", np.float64)
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
                width=_in_range(product),
                inverse_probability=walks / reached,
                unbiased_width=_in_range(float(widths[depth]) / walks),
            )
        )
    return rows


def _in_range(value: float) -> float | None:
    """Return the value, None where it is infinite: neither JSON nor PostgreSQL has a word for that."""
    return value if math.isfinite(value) else None


def product_of_means(problem: SampleProblem, parts: Sequence[Arrays], walks: int) -> Estimate:
    """Return the estimate that multiplies mean numbers of moves: biased, as a mean of products is not a product.

    Its error, from leaving out one stream at a time, says how well the product is known, not how far off it is.
    """
    total = add_tables(parts, "moves", np.int64)
    value = _product(problem, total)
    left_out = [_product(problem, total - np.asarray(part["moves"], np.int64)) for part in parts]
    error = jackknife_error(left_out)
    return Estimate(
        quantity="tours",
        value=value,
        standard_error=value if error is None else error,
        estimator="product-of-means",
        samples=walks,
        unbiased=False,
    )


def _product(problem: SampleProblem, counts: NDArray[np.int64]) -> float:
    """Return starts times the product of the mean numbers of moves at every square but the last."""
    moves = counts[:-1].astype(np.float64)
    reached = moves.sum(axis=1)
    if not reached.all():
        return 0.0
    means: list[float] = (moves @ np.arange(moves.shape[1]) / reached).tolist()
    return len(problem.starts) * math.prod(means)


def square_rows(problem: SampleProblem, rows: Rows) -> list[SquareStatistics]:
    """Return what the walks from each start square found."""
    columns = {name: rows[key].sum(axis=0).tolist() for name, key in FOUND.items()}
    return [
        SquareStatistics.model_validate(
            {"square": problem.board.square(start), **{name: str(column[index]) for name, column in columns.items()}}
        )
        for index, start in enumerate(problem.starts.tolist())
    ]


def totals(parts: Sequence[Arrays], walks: int, rows: Rows) -> dict[str, object]:
    """Return the mean number of squares of a walk, walks for each tour, and the share of tours that close."""
    tours, closed = int(rows["tours"].sum()), int(rows["closed"].sum())
    return {
        "mean_length": float(add_tables(parts, "moves", np.int64).sum()) / walks,
        "walks_per_tour": None,
        "closed_share": None,
        **_success(walks, tours, closed),
    }


def _success(walks: int, tours: int, closed: int) -> dict[str, float]:
    """Return walks for each tour and the share of tours that close, with standard errors; empty without tours."""
    if tours == 0:
        return {}
    (each, each_error), (share, share_error) = cases_for_each(walks, tours), share_and_error(closed, tours)
    return {
        "walks_per_tour": each,
        "walks_per_tour_error": each_error,
        "closed_share": share,
        "closed_share_error": share_error,
    }


def shares(problem: SampleProblem, rows: Rows, ends: NDArray[np.int64]) -> dict[str, object]:
    """Return, by class of starts, tours found, walks for each, the share that close, and the share of starts and ends.

    start_end_share: of one square of each class, among one square of every class, as "La marche du cavalier" has it:
    the mean of its share of the starts of tours and of the ends, as a tour reversed is a tour; with its standard error.
    It needs every square as a start.
    """
    groups = start_groups(problem)
    members = np.bincount(groups)
    everywhere = len(problem.starts) == problem.board.size
    tours = np.bincount(groups, rows["tours"].sum(axis=0))
    closed = np.bincount(groups, rows["closed"].sum(axis=0))
    walks = np.bincount(groups, rows["walks"].sum(axis=0))
    table = []
    for group, square in enumerate(group_squares(problem)):
        row: dict[str, object] = {"square": problem.board.square(square), "completed_walks": int(tours[group])}
        row |= _success(int(walks[group]), int(tours[group]), int(closed[group]))
        table.append(row)
    last = np.bincount(groups, ends[0][problem.starts])
    if everywhere and last.sum():
        (starting, start_error), (ending, end_error) = (_one_square_shares(found, members) for found in (tours, last))
        means, errors = (starting + ending) / 2, np.hypot(start_error, end_error) / 2
        for row, mean, error in zip(table, means.tolist(), errors.tolist(), strict=True):
            row |= {"start_end_share": mean, "start_end_error": error}
    return {"by_class": table}


def _one_square_shares(found: NDArray[np.intp], members: NDArray[np.intp]) -> tuple[Floats, Floats]:
    """Return the shares of one square of each class from Poisson numbers of finds by class, and their errors."""
    rates, variances = found / members, found / members**2
    shares = rates / rates.sum()
    spread = (1 - 2 * shares) * variances + shares**2 * variances.sum()
    return shares, np.sqrt(spread) / rates.sum()
