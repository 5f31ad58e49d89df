"""Two figures, or two rows of figures by start square, beside each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import hypot, sqrt

import numpy as np
from numpy.typing import NDArray

from store.comparison.side import Figure, Key, SquareFigure

NEAR = 3.0
"""Figures that differ by fewer standard errors agree: by chance alone one pair in 370 would not."""


@dataclass(frozen=True)
class FigureComparison:
    """One quantity on both sides.

    z: the difference in standard errors of both together, None without any. agrees: None where a count is partial and
    can be compared with nothing.
    """

    quantity: str
    convention: str
    first: Figure
    second: Figure
    difference: float
    relative: float | None
    z: float | None
    agrees: bool | None


@dataclass(frozen=True)
class SquareRow:
    """A start square, or `squares` that are equal by symmetry, with the figures of both sides."""

    square: list[int]
    squares: int
    first: Figure
    second: Figure
    difference: float
    z: float | None
    agrees: bool | None


@dataclass(frozen=True)
class SquareComparison:
    """One quantity by start square, on the squares that both sides have.

    differing: squares whose figures do not agree. chi_square: with estimates the sum of z^2; of counts the statistic of
    two rows of counts as if they were samples, which describes how differently the tours are spread and tests nothing.
    p_value: of chi_square, where there are estimates and the squares are taken as independent. kolmogorov_smirnov: the
    largest difference of the cumulated shares, squares in the order of the board.
    """

    quantity: str
    rows: list[SquareRow]
    differing: list[list[int]]
    chi_square: float | None
    degrees_of_freedom: int
    p_value: float | None
    kolmogorov_smirnov: float | None


def compare_figures(first: Mapping[Key, Figure], second: Mapping[Key, Figure]) -> list[FigureComparison]:
    """Compare the quantities that both sides have, in the order of the first."""
    return [
        FigureComparison(*key, one, two, difference, difference / two.value if two.value else None, z, agrees)
        for key, one, two in ((key, first[key], second[key]) for key in first if key in second)
        for difference, z, agrees in [_compare(one, two)]
    ]


def compare_squares(
    quantity: str, first: Mapping[tuple[int, ...], SquareFigure], second: Mapping[tuple[int, ...], SquareFigure]
) -> SquareComparison | None:
    """Compare one quantity square by square; None where no square is on both sides."""
    rows = [_row(square, first[square], second[square]) for square in sorted(first.keys() & second.keys())]
    if not rows:
        return None
    chi_square, freedom, p_value = _chi_square(rows)
    differing = [row.square for row in rows if row.agrees is False]
    return SquareComparison(quantity, rows, differing, chi_square, freedom, p_value, _distance(rows))


def _compare(one: Figure, two: Figure) -> tuple[float, float | None, bool | None]:
    """Return difference, z and whether the two agree."""
    both = one.exact and two.exact
    difference = float(int(one.text) - int(two.text)) if both else one.value - two.value
    error = hypot(one.error, two.error)
    z = difference / error if error else None
    if one.partial or two.partial:
        return difference, None, None
    return difference, z, difference == 0.0 if z is None else abs(z) < NEAR


def _row(square: tuple[int, ...], one: SquareFigure, two: SquareFigure) -> SquareRow:
    difference, z, agrees = _compare(one.figure, two.figure)
    squares = max(one.squares, two.squares)
    return SquareRow(list(square), squares, one.figure, two.figure, difference, z, agrees)


def _chi_square(rows: Sequence[SquareRow]) -> tuple[float | None, int, float | None]:
    """Return the statistic, its degrees of freedom and, with estimates, its p-value."""
    scores = [row.z for row in rows if row.z is not None]
    if scores:
        from scipy.special import chdtrc  # noqa: PLC0415  slow to load, and only estimates need it

        statistic = sum(z**2 for z in scores)
        return statistic, len(scores), float(chdtrc(len(scores), statistic))
    one, two = _weighted(rows)
    kept = one + two > 0
    if not one.sum() or not two.sum():
        return None, 0, None
    ratio = sqrt(two.sum() / one.sum())
    statistic = float(np.sum((ratio * one - two / ratio)[kept] ** 2 / (one + two)[kept]))
    return statistic, int(kept.sum()) - 1, None


def _distance(rows: Sequence[SquareRow]) -> float | None:
    one, two = _weighted(rows)
    if not one.sum() or not two.sum():
        return None
    return float(np.max(np.abs(np.cumsum(one) / one.sum() - np.cumsum(two) / two.sum())))


def _weighted(rows: Sequence[SquareRow]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the figures of both sides, each times the number of squares that it stands for."""
    one, two = (np.array([getattr(row, side).value * row.squares for row in rows]) for side in ("first", "second"))
    return one, two
