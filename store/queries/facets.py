"""Numbers of tours that a filter selects, and their facets, counted by runs: ten million tours at once."""

from __future__ import annotations

from dataclasses import dataclass, field

from sqlalchemy import Subquery, func, literal, select
from sqlalchemy.orm import Session

from store.models.tours import TourRow, TourRun
from store.queries.tours import TourFilter, conditions
from store.tours.encoding import own_run

MAX_RUNS = 200_000
"""Maximum number of runs (with a class filter: tours) scanned for a count."""


@dataclass(frozen=True)
class TourCounts:
    """Counts of tours. capped: there are more, only the scanned ones are counted.

    facets: by name (closed, start, end, symmetry), the number of tours for each value; start and end are square
    numbers, and present only if the filter names a board.
    """

    tours: int
    capped: bool
    facets: dict[str, dict[int, int]] = field(default_factory=dict)


def tour_counts(session: Session, tour_filter: TourFilter, *, cap: int = MAX_RUNS) -> TourCounts:
    """Count what `find_tours` lists, exactly up to `cap` runs."""
    runs = _runs(tour_filter, cap)
    looked_at, tours = session.execute(select(func.count(), func.coalesce(func.sum(runs.c.count), 0))).one()
    names = ("closed", "symmetry", *(("start", "end") if tour_filter.board is not None else ()))
    facets = {name: _facet(session, runs, name) for name in names}
    return TourCounts(int(tours), looked_at > cap, facets)


def tours_by_board(session: Session, tour_filter: TourFilter) -> dict[int, int]:
    """Return the exact numbers of matching tours by board id."""
    runs = _runs(tour_filter, None)
    rows = session.execute(select(runs.c.board_id, func.sum(runs.c.count)).group_by(runs.c.board_id))
    return {board_id: int(number) for board_id, number in rows}


def _facet(session: Session, runs: Subquery, name: str) -> dict[int, int]:
    value = runs.c[name]
    rows = session.execute(select(value, func.sum(runs.c.count)).group_by(value).order_by(value))
    return {int(key): int(number) for key, number in rows}


def _runs(tour_filter: TourFilter, cap: int | None) -> Subquery:
    """Return the matching runs, at most `cap` + 1; with a class filter one row per tour."""
    columns = (TourRun.board_id, TourRun.start, TourRun.end, TourRun.closed, TourRun.symmetry)
    if tour_filter.class_key is None:
        statement = select(*columns, TourRun.count)
    else:
        statement = (
            select(*columns, literal(1).label("count"))
            .select_from(TourRow)
            .join(TourRun, own_run())
            .where(TourRow.class_key == tour_filter.class_key)
        )
    return statement.where(*conditions(tour_filter)).limit(None if cap is None else cap + 1).subquery()
