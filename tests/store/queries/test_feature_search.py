"""Lists, orders and counts by statistics agree with looking at every stored tour."""

from __future__ import annotations

from collections import Counter
from math import inf
from typing import Any

import pytest
from sqlalchemy import select, update

from engine.errors import InvalidProblemError
from engine.features.filters import Order, Range, parse_ranges
from engine.features.measure_kernel import measure_stream
from engine.tours.content import Content, parse_fragments
from store.database.db import Database
from store.models.tours import TourFeatures
from store.queries.content_search import search
from store.queries.feature_counts import count_by_features, feature_counts
from store.queries.sorted_tours import sorted_tours
from store.queries.tour_pages import tour_pages
from store.queries.tours import TourFilter, find_tours
from store.tours import square_index
from store.tours.features import fill, next_place
from tests.store.tour_samples import BOARD, delete_runs, store_all
from tests.store.tours.test_features import measure_all, walked

RANGES = {
    "none": "",
    "one value": "crossings:36",
    "a range and a bound": "crossings:36..38,turns:..22",
    "all": "angle_90:0..,magic:0",
    "nothing that there is": "straight_run:20..",
}
LISTS: list[dict[str, Any]] = [{"board": "5x5"}, {"board": "5x5", "start": 0}, {"board": "5x5", "closed": True}]


@pytest.fixture(autouse=True)
def _small_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(square_index, "WINDOW", 500)


def fits(values: dict[str, int], ranges: tuple[Range, ...]) -> bool:
    """Whether a tour is within all ranges."""
    return all(values[wanted.statistic] in wanted for wanted in ranges)


def listed(database: Database, wanted: TourFilter) -> list[int]:
    """Return the ids of a whole list, whatever the statistics."""
    with database.reading() as session:
        return [found.tour.id for found in find_tours(session, wanted, after=0, limit=5000)]


def followed(database: Database, wanted: TourFilter, order: Order | None, limit: int) -> list[int]:
    """Return the ids of a list or order, page by page."""
    found: list[int] = []
    after: int | None = 0
    while after is not None:
        with database.reading() as session:
            if order is None:
                page = search(session, wanted, after=after, limit=limit)
            else:
                page = sorted_tours(session, wanted, order, after=after, limit=limit)
        found += [one.tour.id for one in page.tours]
        after = page.last
    return found


@pytest.mark.parametrize("ranges", RANGES.values(), ids=list(RANGES))
def test_lists_orders_and_counts(database: Database, ranges: str) -> None:
    """Every filter gives the tours that fit, also after deletions."""
    store_all(database)
    measure_all(database)
    for _ in range(2):
        values = walked(database)
        for chosen in LISTS:
            wanted = TourFilter(**chosen, features=parse_ranges(ranges))
            number = listed(database, TourFilter(**chosen))
            compare(database, wanted, [one for one in number if fits(values[one], wanted.features)], values)
        with database.writing() as session:
            delete_runs(session, 1, 600)
        measure_all(database)


def compare(database: Database, wanted: TourFilter, fit: list[int], values: dict[int, dict[str, int]]) -> None:
    """Compare all results of a filter with the tours that fit."""
    for order in (Order("crossings"), Order("turns", descending=True)):
        sign = -1 if order.descending else 1
        in_order = sorted(fit, key=lambda number: (sign * values[number][order.statistic], number))
        assert followed(database, wanted, order, 500) == in_order
    with database.reading() as session:
        features = feature_counts(session, wanted, seconds=inf)
        if wanted.features:
            counted = count_by_features(session, wanted, seconds=inf)
            assert [number for page in tour_pages(session, wanted) for number in page.ids.tolist()] == fit
            assert (counted.tours, counted.capped) == (len(fit), False)
            assert sum(counted.facets["start"].values()) == sum(counted.facets["end"].values()) == len(fit)
    assert (features.tours, features.capped, features.unmeasured) == (len(fit), False, 0)
    for name, found in features.values.items():
        assert found == dict(sorted(Counter(values[number][name] for number in fit).items()))


def test_small_pages(database: Database) -> None:
    """Pages of 7 and of 500 give the same order."""
    store_all(database)
    measure_all(database)
    wanted = TourFilter(board="5x5", features=parse_ranges("crossings:..35"))
    order = Order("crossings", descending=True)
    assert followed(database, wanted, order, 7) == followed(database, wanted, order, 500)


def test_content_and_statistics(database: Database) -> None:
    """A search by both gives the tours that have the content and fit the ranges."""
    store_all(database)
    measure_all(database)
    content = Content(fragments=parse_fragments(BOARD, "a1-b3"))
    ranges = parse_ranges("crossings:..37")
    values = walked(database)
    both = followed(database, TourFilter(board="5x5", features=ranges, content=content), None, 50)
    alone = followed(database, TourFilter(board="5x5", content=content), None, 50)
    assert both == [number for number in alone if fits(values[number], ranges)] != alone


def test_tours_that_are_not_measured_yet(database: Database) -> None:
    """Unmeasured tours are in no list by statistics, and the counts give their number."""
    store_all(database)
    wanted = TourFilter(board="5x5", features=parse_ranges("crossings:0.."))
    with database.reading() as session:
        place = next_place(session)
        assert feature_counts(session, wanted).unmeasured == 1728
    assert place is not None
    fill(database, place, measure_stream)
    values = walked(database)
    in_order = sorted(range(1, 501), key=lambda number: (values[number]["crossings"], number))
    assert followed(database, wanted, Order("crossings"), 500) == in_order
    with database.reading() as session:
        counts = feature_counts(session, wanted, seconds=inf)
    assert (counts.tours, counts.unmeasured) == (500, 1228)


def test_only_columns_that_tell_are_read(database: Database) -> None:
    """Columns are not read where the counts show that all tours of a row fit, or none."""
    store_all(database)
    measure_all(database)
    with database.writing() as session:
        session.execute(update(TourFeatures).values(magic=None, crossings=None))
        assert session.scalars(select(TourFeatures.crossings)).all() == [None] * 4
    every = TourFilter(board="5x5", features=parse_ranges("magic:0,crossings:1.."))
    none = TourFilter(board="5x5", features=parse_ranges("magic:1..2"))
    assert len(followed(database, every, None, 500)) == 1728
    assert followed(database, none, None, 500) == []


def test_time_is_up(database: Database) -> None:
    """When time runs out, counts cover only part of the tours and are marked as capped."""
    store_all(database)
    measure_all(database)
    wanted = TourFilter(board="5x5", features=parse_ranges("crossings:36"))
    with database.reading() as session:
        assert feature_counts(session, wanted, seconds=0).capped
        assert count_by_features(session, wanted, seconds=0).capped


@pytest.mark.parametrize(
    ("wanted", "after", "pointer"),
    [
        (TourFilter(), 0, "/sort"),
        (TourFilter(board="5x5", content=Content(places=((5, 3),))), 0, "/sort"),
        (TourFilter(board="5x5"), 5000, "/cursor"),
    ],
)
def test_orders_that_there_are_not(database: Database, wanted: TourFilter, after: int, pointer: str) -> None:
    """No order exists over all boards, over a search by content, or after a deleted tour."""
    store_all(database)
    with database.reading() as session, pytest.raises(InvalidProblemError) as refused:
        sorted_tours(session, wanted, Order("crossings"), after=after, limit=5)
    assert refused.value.pointer == pointer
