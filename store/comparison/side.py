"""One side of a comparison: the figures of a result, of all starts together and by start square."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.specification.result import Estimate, Result
from store.models.jobs import Job
from store.models.references import ReferenceRow
from store.queries.published import equivalents

Key = tuple[str, str]
"""Quantity and convention."""

BY_SQUARE = ("tours", "closed", "dead_ends", "nodes")


@dataclass(frozen=True)
class Figure:
    """A count (error 0, `text` has every digit) or an estimate with its standard error.

    partial: a count of a job that has not examined all it was asked for; it says nothing of the whole.
    """

    value: float
    text: str
    error: float
    exact: bool
    method: str
    partial: bool = False


@dataclass(frozen=True)
class SquareFigure:
    """A figure of one start square. squares: how many squares it stands for, being equal by symmetry."""

    figure: Figure
    squares: int = 1


def figures_of(job: Job, result: Result) -> dict[Key, Figure]:
    """Return the figures of all starts together: counts before estimates, unbiased ones before biased ones."""
    found: dict[Key, Figure] = {}
    for part in sorted(result.estimates, key=lambda part: not part.unbiased):
        if _square(part) is None:
            found.setdefault((part.quantity, part.convention), _estimate(part))
    partial = job.outcome != "complete"
    found |= {
        (part.quantity, part.convention): _count(part.value, part.method, partial=partial) for part in result.counts
    }
    return found


def square_figures(job: Job, result: Result) -> dict[str, dict[tuple[int, ...], SquareFigure]]:
    """Return the figures by start square, quantity by quantity; a count goes before an estimate."""
    partial, method = job.outcome != "complete", str(job.method)
    found: dict[str, dict[tuple[int, ...], SquareFigure]] = {}
    for part in result.estimates:
        square = _square(part)
        if square is not None and part.unbiased:
            one = SquareFigure(_estimate(part), int((part.model_extra or {}).get("squares", 1)))
            found.setdefault(part.quantity, {})[square] = one
    for row in result.squares:
        for quantity in BY_SQUARE:
            value = getattr(row, quantity)
            if value is not None:
                one = SquareFigure(_count(value, method, partial=partial))
                found.setdefault(quantity, {})[tuple(row.square)] = one
    return found


def reference_figure(reference: ReferenceRow) -> Figure | None:
    """Return a published number, the right one where the print is known to be wrong; None: it is not one number."""
    value = reference.value if reference.right is None else reference.right
    if isinstance(value, bool) or not isinstance(value, int | float | str) or not _numeric(str(value)):
        return None
    exact = isinstance(value, str)
    error = 0.0 if exact else reference.error or 0.0
    return Figure(float(value), str(value), error, exact, f"{reference.source}: {reference.table}")


def as_counted(reference: ReferenceRow, figure: Figure, size: int, tours: str) -> dict[Key, Figure]:
    """Return a published figure as a job that asks for `tours` on a board of `size` squares would count it."""
    same = {(reference.quantity, reference.convention or "directed"): figure.value}
    found: dict[Key, Figure] = {}
    for key, value in (equivalents(reference, size, tours) or same).items():
        factor = float(value) / figure.value if figure.value else 1.0
        text = str(value) if factor != 1.0 else figure.text
        found[key[0], str(key[1])] = replace(figure, value=float(value), text=text, error=figure.error * factor)
    return found


def _numeric(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _square(part: Estimate) -> tuple[int, ...] | None:
    square = (part.model_extra or {}).get("square")
    return None if square is None else tuple(square)


def _estimate(part: Estimate) -> Figure:
    return Figure(part.value, repr(part.value), part.standard_error, exact=False, method=part.estimator)


def _count(value: str, method: str, *, partial: bool) -> Figure:
    return Figure(float(value), value, 0.0, exact=True, method=method, partial=partial)
