"""How fast the number of tours of n x n grows with n: python -m experiments.growth [FILE].

Estimates closed and all tours of even boards, 6x6 to 16x16, by ordinary sampling jobs (exact numbers where they are
known), then fits

    ln T(n) = n^2 ln mu + a n + b ln n + c

by least squares, each figure weighted by its own error. FILE, a CSV, keeps the estimates, which are not made again, so
that a long series can be stopped. Every variant of the law is fitted: with or without b, for closed and all tours
together (one mu and one a) or apart, from 6x6 or from 8x8. Their spread shows how reliable the laws themselves are,
which no statistical error does.
"""

from __future__ import annotations

import csv
import math
import time
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any, Literal, NamedTuple

import click
import numpy as np
from scipy.optimize import least_squares

from engine.specification.result import Estimate, LargeEstimate
from experiments.sampling import CYCLES, TOURS
from tests.in_memory import sample

SIDES = (6, 8, 10, 12, 14, 16)
Sort = Literal["closed", "any"]
SORTS: tuple[Sort, ...] = ("closed", "any")


class Figure(NamedTuple):
    """The natural logarithm of a number of tours and its standard error: undirected cycles, or directed tours."""

    sort: Sort
    side: int
    logarithm: float
    error: float


class Fit(NamedTuple):
    """A law's estimate of ln mu: its value, its error from those of the figures, chi-square and degrees of freedom."""

    value: float
    error: float
    chi_square: float
    freedom: int


def exact_figures() -> Iterator[Figure]:
    """Yield the known exact figures: OEIS A001230 and A165134."""
    known: dict[Sort, dict[str, int]] = {"closed": CYCLES, "any": TOURS}
    for sort, numbers in known.items():
        for board, number in numbers.items():
            side = int(board.partition("x")[0])
            if side in SIDES:
                yield Figure(sort, side, math.log(number), 0.0)


def estimate(sort: Sort, side: int, populations: int, particles: int) -> Figure:
    """Estimate one figure by a job."""
    fields: dict[str, Any] = {
        "board": f"{side}x{side}",
        "tours": sort,
        "particles": particles,
        "budget": {"walks": particles * populations},
        "method": "transfer-matrix",
    }
    result, _ = sample(**fields)
    every: list[Estimate | LargeEstimate] = [*result.estimates, *result.large_estimates]
    found = next(figure for figure in every if figure.quantity == ("cycles" if sort == "closed" else "tours"))
    if isinstance(found, LargeEstimate):
        return Figure(sort, side, found.log10 * math.log(10.0), found.relative_error)
    return Figure(sort, side, math.log(found.value), found.standard_error / found.value)


def row(figure: Figure, *, bending: bool, together: bool) -> list[float]:
    """Return the terms whose linear combination is a figure's logarithm; the columns of the other sort are 0."""
    side = float(figure.side)
    own = [math.log(side), 1.0] if bending else [1.0]
    if not together:
        return [side * side, side, *own]
    none = [0.0] * len(own)
    return [side * side, side, *(own + none if figure.sort == "closed" else none + own)]


def fit(figures: Sequence[Figure], *, bending: bool, together: bool, floor: float) -> Fit | None:
    """Fit a law to figures; None where they are too few to contradict it.

    floor: the least error assumed for a figure. No law of four terms is exact, so exact numbers must not dominate it.
    """
    design = np.array([row(figure, bending=bending, together=together) for figure in figures])
    freedom = len(figures) - design.shape[1]
    if freedom < 1:
        return None
    errors = np.array([math.hypot(figure.error, floor) for figure in figures])
    logarithms = np.array([figure.logarithm for figure in figures])
    found = least_squares(
        lambda terms: (design @ terms - logarithms) / errors, np.zeros(design.shape[1]), x_scale="jac"
    )
    covariance = np.linalg.inv(found.jac.T @ found.jac)
    return Fit(float(found.x[0]), math.sqrt(float(covariance[0, 0])), 2.0 * float(found.cost), freedom)


def load_figures(file: Path | None) -> list[Figure]:
    """Return the estimates in a file; none where there is no file."""
    if file is None or not file.exists():
        return []
    with file.open(newline="") as lines:
        rows = list(csv.DictReader(lines))
    return [
        Figure(
            "closed" if line["sort"] == "closed" else "any",
            int(line["side"]),
            float(line["logarithm"]),
            float(line["error"]),
        )
        for line in rows
    ]


def keep(file: Path | None, figures: Sequence[Figure]) -> None:
    """Write the estimates that were made so far."""
    if file is not None:
        with file.open("w", newline="") as lines:
            csv.writer(lines).writerows([Figure._fields, *figures])


def all_figures(file: Path | None, populations: int, particles: int) -> list[Figure]:
    """Return, and print, a figure for every sort and side: the exact one, the file's, or a new estimate."""
    made = load_figures(file)
    known = {(figure.sort, figure.side): figure for figure in (*exact_figures(), *made)}
    for side, sort in product(SIDES, SORTS):
        if (sort, side) not in known:
            begin = time.process_time()
            known[sort, side] = estimate(sort, side, populations, particles)
            made.append(known[sort, side])
            keep(file, made)
            print(f"  {time.process_time() - begin:.0f} s", end="", flush=True)
        show(known[sort, side])
    return list(known.values())


def show(figure: Figure) -> None:
    """Print a figure."""
    how = f"+- {figure.error:.2%}" if figure.error else "exact"
    what = "undirected cycles" if figure.sort == "closed" else "directed tours"
    power = figure.logarithm / math.log(10.0)
    print(f"{figure.side}x{figure.side} {what}: {10 ** (power % 1):.4f}e{int(power)} {how}", flush=True)


def laws(figures: Sequence[Figure], floor: float) -> Iterator[tuple[str, Fit]]:
    """Yield every law that the figures can contradict, by name."""
    for first, bending, chosen in product(SIDES[:2], (True, False), (SORTS, *((sort,) for sort in SORTS))):
        own = [figure for figure in figures if figure.sort in chosen and figure.side >= first]
        law = fit(own, bending=bending, together=len(chosen) == len(SORTS), floor=floor)
        if law is not None:
            yield f"{' and '.join(chosen)}, from {first}x{first}, {'with' if bending else 'without'} b", law


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path), required=False)
@click.option("--populations", default=64, show_default=True, help="Independent populations for each estimate.")
@click.option("--particles", default=16_384, show_default=True, help="Partial tours in each of them.")
@click.option("--floor", default=0.002, show_default=True, help="The least error taken for a figure.")
def main(*, file: Path | None, populations: int, particles: int, floor: float) -> None:
    """Print the figures and what each law says of mu."""
    found = dict(laws(all_figures(file, populations, particles), floor))
    for name, fit in found.items():
        mu = math.exp(fit.value)
        chance = f"chi-square {fit.chi_square:.1f} for {fit.freedom} degrees of freedom"
        print(f"{name}: mu {mu:.4f} +- {mu * fit.error:.4f}, {chance}")


if __name__ == "__main__":
    main()
