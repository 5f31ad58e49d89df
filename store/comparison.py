"""Two jobs, or a job and published figures, side by side: differences, distances, speed, and a verdict in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import hypot, sqrt

import numpy as np
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from engine.specification.result import Result
from store.digests import job_digest
from store.models.jobs import Job, Shard
from store.models.references import ReferenceRow
from store.progress import current_result
from store.states import TERMINAL

NEAR = 3.0
"""Figures that differ by fewer standard errors agree: by chance alone one pair in 370 would not."""

Key = tuple[str, str]


@dataclass(frozen=True)
class Figure:
    """A count (error 0, `text` has every digit) or an estimate with its standard error."""

    value: float
    text: str
    error: float
    exact: bool
    method: str


@dataclass(frozen=True)
class FigureComparison:
    """One quantity on both sides. z: the difference in standard errors; None where both are exact."""

    quantity: str
    convention: str
    first: Figure
    second: Figure
    difference: float
    relative: float | None
    z: float | None
    agrees: bool


@dataclass(frozen=True)
class SquareComparison:
    """Counts by start square. The distances say how differently the tours are spread over the squares.

    differing: squares whose counts differ. chi_square: of the two rows of counts, as if they were samples;
    kolmogorov_smirnov: the largest difference of their cumulated shares, squares in the order of the board.
    """

    squares: int
    differing: list[list[int]]
    chi_square: float
    degrees_of_freedom: int
    kolmogorov_smirnov: float


@dataclass(frozen=True)
class Effort:
    """What a job has cost. rate: units of work (the kind's own) in a CPU second."""

    work: str
    cpu_seconds: float
    rate: float | None


@dataclass(frozen=True)
class Comparison:
    """Everything that was compared. digests: of both jobs, where they have ended and ask for the same."""

    figures: list[FigureComparison]
    squares: SquareComparison | None = None
    efforts: list[Effort] = field(default_factory=list)
    digests: list[str] | None = None
    verdict: str = ""


def compare_jobs(session: Session, first: Job, second: Job) -> Comparison:
    """Compare what two jobs have found."""
    results = [current_result(session, job) for job in (first, second)]
    figures = _compare(_figures(results[0]), _figures(results[1]))
    same = first.fingerprint == second.fingerprint and {first.state, second.state} <= TERMINAL
    digests = [job_digest(session, job) for job in (first, second)] if same else None
    squares = _compare_squares(*results)
    efforts = [_effort(session, job) for job in (first, second)]
    return Comparison(
        figures, squares, efforts, digests, _verdict(figures, squares, digests, _differences(first, second))
    )


def compare_with_reference(session: Session, job: Job, reference: ReferenceRow) -> Comparison:
    """Compare a job with a published figure; its right value is taken where the printed one is known to be wrong."""
    value = reference.value if reference.right is None else reference.right
    if not isinstance(value, int | float | str):
        return Comparison([], verdict="This figure is not a single number.")
    text, error = str(value), reference.error or 0.0
    figure = Figure(float(value), text, error, reference.exact, f"{reference.source}: {reference.table}")
    key = (reference.quantity, reference.convention or "directed")
    figures = _compare(_figures(current_result(session, job)), {key: figure})
    other = job.board_id is not None and reference.board is not None and _board(job) != reference.board
    return Comparison(figures, verdict=_verdict(figures, None, None, ["board"] if other else []))


def _board(job: Job) -> object:
    return job.specification.get("board")


def _figures(result: Result) -> dict[Key, Figure]:
    """Return a result's figures; an exact count goes before an estimate of the same."""
    estimates: dict[Key, Figure] = {
        (part.quantity, part.convention): Figure(
            part.value, repr(part.value), part.standard_error, exact=False, method=part.estimator
        )
        for part in result.estimates
    }
    return estimates | {
        (part.quantity, part.convention): Figure(float(part.value), part.value, 0.0, exact=True, method=part.method)
        for part in result.counts
    }


def _compare(first: Mapping[Key, Figure], second: Mapping[Key, Figure]) -> list[FigureComparison]:
    return [_pair(*key, first[key], second[key]) for key in first if key in second]


def _pair(quantity: str, convention: str, one: Figure, two: Figure) -> FigureComparison:
    both = one.exact and two.exact
    difference = float(int(one.text) - int(two.text)) if both else one.value - two.value
    error = hypot(one.error, two.error)
    z = None if error == 0.0 else difference / error
    agrees = one.text == two.text if both else difference == 0.0 if z is None else abs(z) < NEAR
    relative = difference / two.value if two.value else None
    return FigureComparison(quantity, convention, one, two, difference, relative, z, agrees)


def _compare_squares(first: Result, second: Result) -> SquareComparison | None:
    one, two = ({tuple(part.square): int(part.tours or 0) for part in result.squares} for result in (first, second))
    if not one or one.keys() != two.keys() or not sum(one.values()) or not sum(two.values()):
        return None
    a, b = (np.array([side[square] for square in sorted(side)], dtype=np.float64) for side in (one, two))
    kept = a + b > 0
    ratio = sqrt(b.sum() / a.sum())
    chi_square = float(np.sum((ratio * a - b / ratio)[kept] ** 2 / (a + b)[kept]))
    distance = float(np.max(np.abs(np.cumsum(a) / a.sum() - np.cumsum(b) / b.sum())))
    differing = [list(square) for square in sorted(one) if one[square] != two[square]]
    return SquareComparison(len(one), differing, chi_square, int(kept.sum()) - 1, distance)


def _effort(session: Session, job: Job) -> Effort:
    sums = select(func.coalesce(func.sum(Shard.work), 0), func.coalesce(func.sum(Shard.cpu_seconds), 0.0))
    work, seconds = session.execute(sums.where(Shard.job_id == job.id)).one()
    return Effort(str(int(work)), float(seconds), int(work) / float(seconds) if seconds else None)


def _differences(first: Job, second: Job) -> list[str]:
    """Return the fields of the problem itself in which two specifications differ."""
    asked = ("kind", "board", "piece", "tours", "starts")
    return [name for name in asked if first.specification.get(name) != second.specification.get(name)]


def _verdict(
    figures: Sequence[FigureComparison],
    squares: SquareComparison | None,
    digests: Sequence[str] | None,
    differences: Sequence[str],
) -> str:
    if digests is not None and digests[0] == digests[1]:
        return "Equal to the last bit: results, statistics, checkpoints and stored tours have the same digest."
    words = [f"The sides differ in their {', '.join(differences)}."] if differences else []
    if not figures:
        return " ".join([*words, "They have no figure in common."])
    wrong = [figure for figure in figures if not figure.agrees]
    if wrong:
        pairs = "; ".join(f"{one.quantity}: {one.first.text} and {one.second.text}" for one in wrong)
        words.append(f"{len(wrong)} of {len(figures)} common figures disagree: {pairs}.")
    elif all(figure.z is None for figure in figures):
        words.append(f"All {len(figures)} common figures are equal.")
    else:
        largest = max(abs(figure.z) for figure in figures if figure.z is not None)
        words.append(f"All {len(figures)} common figures agree; estimates within {largest:.2f} standard errors.")
    if squares is not None and squares.differing:
        words.append(f"Counts differ on {len(squares.differing)} of {squares.squares} squares.")
    if digests is not None:
        words.append("They ask for the same, but their digests differ.")
    return " ".join(words)
