"""Tours of a board sorted by a statistic: value by value, reading only rows that have the value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from sqlalchemy.orm import Session

from engine.errors import InvalidProblemError
from engine.features.filters import Order, Range
from engine.features.measure import statistics_of
from store.queries.content_search import Searched
from store.queries.feature_search import FIRST, Chosen, Ids, Measured, Part, boards_with_ranges
from store.queries.tours import FoundTour, TourFilter, find_tour, tours_by_id
from store.tours.boards import board_from, piece_from
from store.tours.encoding import squares_of


def sorted_tours(session: Session, tour_filter: TourFilter, order: Order, *, after: int, limit: int) -> Searched:
    """Return up to `limit` matching, measured tours after the tour `after` (0: the first).

    Raises InvalidProblemError without a board, with a content filter, or if `after` is gone.
    """
    if tour_filter.board is None:
        raise InvalidProblemError("/sort", "needs a board")
    if tour_filter.content:
        raise InvalidProblemError("/sort", "tours that have to be looked through come in no other order")
    reached = None if after == 0 else _value(session, after, order)
    ids: list[int] = []
    for some in _in_order(session, tour_filter, order, reached, after):
        ids += some[: limit - len(ids)].tolist()
        if len(ids) == limit:
            break
    return Searched(tours_by_id(session, ids), ids[-1] if len(ids) == limit else None)


def _in_order(
    session: Session, tour_filter: TourFilter, order: Order, reached: int | None, after: int
) -> Iterator[Ids]:
    """Yield the ids of the following matching tours, ascending among equal values."""
    measured = Measured(session, [order.statistic, *(asked.statistic for asked in tour_filter.features)])
    parts = sorted(measured.parts(*boards_with_ranges(session, tour_filter)), key=FIRST)
    chosen = Chosen(session, tour_filter)
    values = {value for part in parts for value in part.counts.get(order.statistic, ())}
    for value in sorted(values, reverse=order.descending):
        if reached is not None and (value > reached if order.descending else value < reached):
            continue
        last = after if value == reached else 0
        equal = [*tour_filter.features, Range(order.statistic, value, value)]
        held = [part for part in parts if part.last > last and all(part.may_have(one) for one in equal)]
        for group in _apart(held):
            found = np.concatenate([chosen.of(measured, part, equal) for part in group])
            found.sort()
            yield found[found > last]


def _apart(parts: Sequence[Part]) -> Iterator[list[Part]]:
    """Group parts, ordered by first id, whose ids overlap, as they may after a late commit."""
    group: list[Part] = []
    for part in parts:
        if group and part.first > max(one.last for one in group):
            yield group
            group = []
        group.append(part)
    if group:
        yield group


def _value(session: Session, tour_id: int, order: Order) -> int:
    """Return the value of the tour that the previous page ended with."""
    found: FoundTour | None = find_tour(session, tour_id)
    if found is not None:
        board, piece = board_from(found.board), piece_from(found.board)
        values = statistics_of(board, piece, squares_of(found.board, found.tour), closed=found.run.closed)
        if order.statistic in values:
            return values[order.statistic]
    raise InvalidProblemError("/cursor", "the tour with which the page before ended is gone: begin anew")
