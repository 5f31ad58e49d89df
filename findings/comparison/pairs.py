"""Two figures, or two rows of figures by start square, beside each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from engine.kinds.figure_scope import FACTS
from findings.comparison.agreement import agreement
from findings.statements.statement import Statement


@dataclass(frozen=True)
class FigureComparison:
    """One quantity on both sides, of the same subject and under the same restriction; `words` says how they compare.

    difference: the first minus the second. z: the difference in combined standard errors, None without any. agrees:
    None if undecidable, as with a partial figure.
    """

    quantity: str
    convention: str
    first: Statement
    second: Statement
    difference: float
    relative: float | None
    z: float | None
    agrees: bool | None
    words: str


@dataclass(frozen=True)
class SquareRow:
    """A start square, which stands for `squares` that are equal by symmetry, with the figures of both sides."""

    square: list[int]
    squares: int
    first: Statement
    second: Statement
    difference: float
    z: float | None
    agrees: bool | None


@dataclass(frozen=True)
class SquareComparison:
    """One quantity by start square, on the squares that both sides have.

    differing: squares whose figures do not agree. chi_square: the sum of z^2 if there are estimates; for counts the
    statistic of two samples, which only describes how differently the tours are spread and tests nothing. p_value: of
    chi_square, if there are estimates, taking the squares as independent. kolmogorov_smirnov: the largest difference of
    the cumulated shares, squares in the order of the board.
    """

    quantity: str
    rows: list[SquareRow]
    differing: list[list[int]]
    chi_square: float | None
    degrees_of_freedom: int
    p_value: float | None
    kolmogorov_smirnov: float | None


def compare_figures(first: Iterable[Statement], second: Iterable[Statement]) -> list[FigureComparison]:
    """Compare the figures of equal subjects, in the order of the first side; single start squares are left out."""
    others, mine = by_subject(second), by_subject(first)
    return [_figure(one, others[key]) for key, one in mine.items() if key in others]


def compare_squares(first: Iterable[Statement], second: Iterable[Statement]) -> list[SquareComparison]:
    """Compare the figures by start square, quantity by quantity."""
    others = _by_key(one for one in second if _of_a_square(one))
    mine = _by_key(one for one in first if _of_a_square(one))
    rows: dict[str, list[SquareRow]] = {}
    for key, one in mine.items():
        if key in others:
            rows.setdefault(one.quantity, []).append(_row(one, others[key]))
    return [_squares(quantity, sorted(found, key=lambda row: row.square)) for quantity, found in rows.items()]


def by_subject(statements: Iterable[Statement]) -> dict[tuple[object, ...], Statement]:
    """Return the figures by what they are about, without those of single start squares."""
    return _by_key(one for one in statements if not _of_a_square(one))


def _of_a_square(one: Statement) -> bool:
    return one.subject.starts != "all" and len(one.subject.starts) == 1


def _by_key(statements: Iterable[Statement]) -> dict[tuple[object, ...], Statement]:
    """Return the statements by what they are about; exact ones before estimates."""
    found: dict[tuple[object, ...], Statement] = {}
    for one in sorted(statements, key=lambda one: not one.exact):
        fact = one.partial and one.quantity in FACTS  # restricted, but worth a word beside what is not
        found.setdefault(replace(one, restriction=None).key if fact else one.key, one)
    return found


def _figure(one: Statement, two: Statement) -> FigureComparison:
    found = agreement(one, two)
    relative = found.difference / two.number if two.number else None
    return FigureComparison(
        one.quantity, one.convention, one, two, found.difference, relative, found.z, found.agrees, found.words
    )


def _row(one: Statement, two: Statement) -> SquareRow:
    found = agreement(one, two)
    squares = len(one.subject.square_class or ((),))
    assert one.subject.starts != "all"
    return SquareRow(list(one.subject.starts[0]), squares, one, two, found.difference, found.z, found.agrees)


def _squares(quantity: str, rows: list[SquareRow]) -> SquareComparison:
    chi_square, freedom, p_value = _chi_square(rows)
    differing = [row.square for row in rows if row.agrees is False]
    return SquareComparison(quantity, rows, differing, chi_square, freedom, p_value, _distance(rows))


def _chi_square(rows: Sequence[SquareRow]) -> tuple[float | None, int, float | None]:
    """Return the statistic, its degrees of freedom and, with estimates, its p-value."""
    scores = [row.z for row in rows if row.z is not None]
    if scores:
        from scipy.special import chdtrc  # noqa: PLC0415  slow to load, and only estimates need it

        statistic = sum(z**2 for z in scores)
        return statistic, len(scores), float(chdtrc(len(scores), statistic))
    one, two = _weigh(rows)
    kept = one + two > 0
    if not one.sum() or not two.sum():
        return None, 0, None
    ratio = sqrt(two.sum() / one.sum())
    statistic = float(np.sum((ratio * one - two / ratio)[kept] ** 2 / (one + two)[kept]))
    return statistic, int(kept.sum()) - 1, None


def _distance(rows: Sequence[SquareRow]) -> float | None:
    one, two = _weigh(rows)
    if not one.sum() or not two.sum():
        return None
    return float(np.max(np.abs(np.cumsum(one) / one.sum() - np.cumsum(two) / two.sum())))


def _weigh(rows: Sequence[SquareRow]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the figures of both sides, each times the number of squares that it stands for."""
    sides: list[object] = [[getattr(row, side).number * row.squares for row in rows] for side in ("first", "second")]
    return np.array(sides[0]), np.array(sides[1])
