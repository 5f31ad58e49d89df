"""What a published table needs: jobs, a rule that reads each figure off their results, and pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from cli.reproduction.verdict import Computed
from store.references.data_files import Figure

Specification = dict[str, Any]
Results = Mapping[str, Mapping[str, Any]]
"""Result documents by the names of the jobs; jobs that failed are not there."""

Pictures = dict[str, str]
"""SVG by title."""


def no_jobs(_full: bool) -> dict[str, Specification]:
    """Return no jobs: what is asked needs no search."""
    return {}


def no_pictures(_results: Results) -> Pictures:
    """Return no pictures."""
    return {}


@dataclass(frozen=True)
class Table:
    """How a published table is reproduced.

    name: as in the reference data. jobs: specifications by name, given whether the run is a full one; tables may share
    a job by giving it the same name. compute: the figure as recomputed, None where the results do not have it.
    missing: why figures that `compute` leaves out are not reproduced.
    """

    name: str
    compute: Callable[[Figure, Results], Computed | None]
    jobs: Callable[[bool], dict[str, Specification]] = no_jobs
    pictures: Callable[[Results], Pictures] = no_pictures
    missing: str | Callable[[Figure], str] = "the job did not get that far"

    def reason(self, figure: Figure) -> str:
        """Return why a figure is not reproduced."""
        return self.missing if isinstance(self.missing, str) else self.missing(figure)


def count_of(result: Mapping[str, Any], quantity: str) -> str | None:
    """Return an exact count of a result document."""
    return next((count["value"] for count in result.get("counts", []) if count["quantity"] == quantity), None)


def by_square(result: Mapping[str, Any]) -> dict[tuple[int, ...], Mapping[str, Any]]:
    """Return the statistics of the start squares by square."""
    return {tuple(row["square"]): row for row in result.get("squares", [])}
