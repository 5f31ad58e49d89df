"""What a published table needs: jobs, a rule that reads each figure off their results, and pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from findings.references.data_files import Figure
from reproduction.verdict import Comparison, Computed

Specification = dict[str, object]
Results = Mapping[str, Mapping[str, Any]]
"""Result documents by the names of the jobs, without those of failed jobs."""

Pictures = dict[str, str]
"""Pictures: SVG documents by title."""


def no_jobs(_full: bool) -> dict[str, Specification]:
    """Return no jobs: the figures need no search."""
    return {}


def no_pictures(_comparisons: Sequence[Comparison]) -> Pictures:
    """Draw no pictures."""
    return {}


def about(figure: Figure, _name: str, specification: Specification) -> bool:
    """Whether a job can concern the figure: neither its board nor its start squares exclude that."""
    square = figure.at.get("square")
    board, starts = specification.get("board"), specification.get("starts")
    return (board is None or figure.board in (None, board)) and (square is None or starts in (None, [square]))


Compute = Callable[[Figure, Results], Computed | None]
"""The figure as recomputed, None where the results do not have it."""

Draw = Callable[[Sequence[Comparison]], Pictures]


@dataclass(frozen=True)
class Table:
    """How a published table is reproduced.

    name: as in the reference data. jobs: specifications by name, given whether the run is a full one; tables may share
    a job by giving it the same name. compute: what recomputes a figure.
    uses: whether a figure comes from a job, given its name and specification. pictures: drawn from the comparisons.
    missing: why figures that `compute` leaves out are not reproduced.
    """

    name: str
    compute: Compute
    jobs: Callable[[bool], dict[str, Specification]] = no_jobs
    uses: Callable[[Figure, str, Specification], bool] = about
    pictures: Draw = no_pictures
    missing: str | Callable[[Figure], str] = "the job did not get that far"

    def names(self, figure: Figure, jobs: Mapping[str, Specification]) -> list[str]:
        """Return the names of the jobs, among those of the table, that a figure comes from."""
        return [name for name, specification in jobs.items() if self.uses(figure, name, specification)]

    def reason(self, figure: Figure) -> str:
        """Return why a figure is not reproduced."""
        return self.missing if isinstance(self.missing, str) else self.missing(figure)


def count_of(result: Mapping[str, Any], quantity: str) -> str | None:
    """Return an exact count of a result document."""
    return next((count["value"] for count in result.get("counts", []) if count["quantity"] == quantity), None)


def by_square(result: Mapping[str, Any]) -> dict[tuple[int, ...], Mapping[str, object]]:
    """Return the statistics of the start squares by square."""
    return {tuple(row["square"]): row for row in result.get("squares", [])}
