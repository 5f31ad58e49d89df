"""Jobs side by side: figure by figure, and square by square as z-scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from engine.specification.result import Result

DOUBT = 3.0
"""Estimates further apart than so many standard errors are said to disagree."""


@dataclass(frozen=True)
class Figure:
    """A value with its standard error; exact where that is None. partial: of an unfinished job, not to be compared."""

    value: int | float
    error: float | None
    partial: bool = False


@dataclass(frozen=True)
class Row:
    """One quantity: the figure of each job, and how each compares with the first that has one."""

    quantity: str
    convention: str
    figures: Sequence[Figure | None]
    scores: Sequence[float | None]
    words: Sequence[str]


Table = Mapping[tuple[str, str], Figure]
"""The figures of one side by quantity and convention."""


def compare(tables: Sequence[Table]) -> list[Row]:
    """Return the quantities that at least one of the sides has, each with every side's figure."""
    keys = dict.fromkeys(key for table in tables for key in table)
    return [_row(key, [table.get(key) for table in tables]) for key in keys]


def z_score(first: Figure, second: Figure) -> float | None:
    """Return how many standard errors of their difference the second lies above the first; None without any."""
    if first.partial or second.partial:
        return None
    error = sqrt((first.error or 0.0) ** 2 + (second.error or 0.0) ** 2)
    return (float(second.value) - float(first.value)) / error if error else None


def relation(first: Figure, second: Figure) -> str:
    """Say in words how the second figure compares with the first."""
    if first.partial or second.partial:
        return "not compared: a job is not complete"
    score = z_score(first, second)
    if score is None and first.error is None and second.error is None:
        return "equal" if first.value == second.value else "different"
    if score is None:
        return "not compared: no spread was seen"
    return f"{'agrees' if abs(score) <= DOUBT else 'disagrees'}, z = {score:+.2f}"


def _row(key: tuple[str, str], figures: Sequence[Figure | None]) -> Row:
    base = next(figure for figure in figures if figure is not None)
    pairs = [(figure, figure is base) for figure in figures]
    scores = [None if figure is None or same else z_score(base, figure) for figure, same in pairs]
    words = ["" if figure is None else "compared with" if same else relation(base, figure) for figure, same in pairs]
    return Row(*key, figures, scores, words)


def figures_of(result: Result, *, finished: bool) -> Table:
    """Return a result's figures; an exact count comes before an estimate of the same.

    finished: whether it is the result of a complete job.
    """
    whole = [one for one in reversed(result.estimates) if not hasattr(one, "square")]
    found: dict[tuple[str, str], Figure] = {
        (one.quantity, one.convention): Figure(one.value, one.standard_error) for one in whole
    }
    return found | {(one.quantity, one.convention): Figure(int(one.value), None, not finished) for one in result.counts}
