"""Distributions of the statistics of selected tours, and counts of tours within ranges."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from time import monotonic

import numpy as np
from sqlalchemy.orm import Session

from store.queries.content_search import SECONDS
from store.queries.facets import TourCounts
from store.queries.feature_search import Chosen, Measured, Part, boards_with_ranges
from store.queries.tours import TourFilter, stretches


@dataclass(frozen=True)
class FeatureCounts:
    """Exact figures of measured tours. tours: their number.

    capped: time was up before all were read. unmeasured: upper bound of the board's tours not yet measured. values: by
    statistic, the number of tours with each value.
    """

    tours: int
    capped: bool
    unmeasured: int
    values: dict[str, dict[int, int]]


def feature_counts(session: Session, tour_filter: TourFilter, *, seconds: float = SECONDS) -> FeatureCounts:
    """Return the distributions of the statistics of selected tours of one board, within a time limit."""
    until = monotonic() + seconds
    measured, chosen = Measured(session), Chosen(session, tour_filter)
    boards = boards_with_ranges(session, tour_filter)
    tours, capped = 0, False
    values: dict[str, Counter[int]] = {}
    for part in measured.parts(*boards):
        if monotonic() >= until:
            capped = True
            break
        number, found = _of_part(measured, chosen, part, tour_filter)
        tours += number
        for name, counts in found.items():
            values.setdefault(name, Counter()).update(counts)
    distributions = {name: dict(sorted(some.items())) for name, some in values.items()}
    return FeatureCounts(tours, capped, measured.count_unmeasured(*boards), distributions)


def count_by_features(session: Session, tour_filter: TourFilter, *, seconds: float = SECONDS) -> TourCounts:
    """Count the tours with statistics in ranges, grouped like runs; capped: time was up."""
    until = monotonic() + seconds
    names = ("closed", "symmetry", *(("start", "end") if tour_filter.board is not None else ()))
    facets: dict[str, Counter[int]] = {name: Counter() for name in names}
    tours, capped = 0, False
    measured = Measured(session, [asked.statistic for asked in tour_filter.features])
    for stretch in measured.narrow(stretches(session, tour_filter), tour_filter.features):
        if monotonic() >= until:
            capped = True
            break
        tours += stretch.number
        for name, facet in facets.items():
            facet[int(getattr(stretch, name))] += stretch.number
    return TourCounts(tours, capped, {name: dict(sorted(facet.items())) for name, facet in facets.items()})


def _of_part(
    measured: Measured, chosen: Chosen, part: Part, tour_filter: TourFilter
) -> tuple[int, dict[str, dict[int, int]]]:
    mask = chosen.mask(measured, part, tour_filter.features)
    number = int(np.count_nonzero(mask))
    if number == part.tours:
        return number, part.counts
    found: dict[str, dict[int, int]] = {}
    for name in part.counts if number else ():
        counts = np.bincount(measured.values(part, name)[mask])
        found[name] = {int(value): int(counts[value]) for value in np.flatnonzero(counts)}
    return number, found
