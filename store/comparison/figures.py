"""One side of a comparison: the figures of a result, of all starts together and by start square."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.specification.result import Estimate, Result
from store.models.jobs import Job
from store.models.references import ReferenceRow

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


def _numeric(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def undirected_paths(job: Job, found: Mapping[Key, Figure]) -> dict[Key, Figure]:
    """Return half the tours, where a job asked for all of them: the literature's undirected paths."""
    tours = found.get(("tours", "directed"))
    if tours is None or job.specification.get("tours", "any") != "any" or tours.value <= 1:
        return {}
    halved = replace(tours, value=tours.value / 2, error=tours.error / 2)
    text = str(int(tours.text) // 2) if tours.exact else repr(halved.value)
    return {("paths", "undirected"): replace(halved, text=text)}


def _square(part: Estimate) -> tuple[int, ...] | None:
    square = (part.model_extra or {}).get("square")
    return None if square is None else tuple(square)


def _estimate(part: Estimate) -> Figure:
    return Figure(part.value, repr(part.value), part.standard_error, exact=False, method=part.estimator)


def _count(value: str, method: str, *, partial: bool) -> Figure:
    return Figure(float(value), value, 0.0, exact=True, method=method, partial=partial)
