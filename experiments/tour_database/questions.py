"""Times of all queries of stored tours: the first and last page of filters, counts, one tour."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from functools import partial
from math import inf
from time import perf_counter

from sqlalchemy import select

from engine.features.filters import Order, Range, parse_ranges
from engine.tours.facts import facts_of
from store.database.db import Database
from store.models.jobs import Job, JobSums
from store.models.tours import TourRow, TourRun
from store.queries.facets import tour_counts
from store.queries.feature_counts import FeatureCounts, feature_counts
from store.queries.random_tour import random_tour
from store.queries.sorted_tours import sorted_tours
from store.queries.tour_lookup import look_up
from store.queries.tours import FoundTour, TourFilter, find_tours
from store.tours.encoding import RUN_ORDER, row_packer

REPEATS, PAGE = 7, 50
PAGE_MS, FACETS_MS = 20.0, 200.0
"""Targets, in milliseconds."""


def milliseconds(work: Callable[[], object], limit: float) -> str:
    """Return the median and the worst of some repetitions, marked where the median is above the limit.

    The first, which fills caches, is not counted.
    """
    work()
    times = []
    for _ in range(REPEATS):
        begin = perf_counter()
        work()
        times.append(1000 * (perf_counter() - begin))
    median = statistics.median(times)
    return f"{median:7.2f} ({max(times):.2f}){' TOO SLOW' if median > limit else ''}"


def measure(database: Database) -> None:
    """Print how long every query takes; for lists, the first page and the last."""
    print(f"  milliseconds, median (worst): a page at most {PAGE_MS:.0f}, facets at most {FACETS_MS:.0f}")
    for name, tour_filter in _filters(database).items():
        last = last_tour(database, tour_filter)
        print(f"  {name:14} first page {milliseconds(partial(page, database, tour_filter, 0), PAGE_MS)}", end="")
        print(f"   last page {milliseconds(partial(page, database, tour_filter, last), PAGE_MS)}", end="")
        print(f"   facets {milliseconds(partial(counts, database, tour_filter), FACETS_MS)}", flush=True)
    _by_statistics(database)
    print(f"  a tour by its content {milliseconds(_finding(database), FACETS_MS)}", end="")
    for name, tour_filter in {"any": TourFilter(), "of 8x8": TourFilter(board="8x8")}.items():
        print(f"   by lot, {name} {milliseconds(partial(draw_tour, database, tour_filter), FACETS_MS)}", end="")
    print(flush=True)


def _by_statistics(database: Database) -> None:
    """Print how long orders and ranges of statistics take: the first page, one from the middle, counts by value."""
    ranges = parse_ranges("crossings:..110,straight_run:2..")
    for name, tour_filter in {
        "by crossings": TourFilter(board="8x8"),
        "in ranges": TourFilter(board="8x8", features=ranges),
        "in ranges, start": TourFilter(board="8x8", start=1, features=ranges),
    }.items():
        with database.reading() as session:
            values = feature_counts(session, tour_filter, seconds=inf).values["crossings"]
        middle = TourFilter(board="8x8", features=(Range("crossings", sorted(values)[len(values) // 2]),))
        after = read_in_order(database, middle, 0)
        print(
            f"  {name:16} first page {milliseconds(partial(read_in_order, database, tour_filter, 0), PAGE_MS)}", end=""
        )
        print(f"   middle page {milliseconds(partial(read_in_order, database, tour_filter, after), PAGE_MS)}", end="")
        print(f"   statistics {milliseconds(partial(count_features, database, tour_filter), FACETS_MS)}", flush=True)


def read_in_order(database: Database, tour_filter: TourFilter, after: int) -> int:
    """Read a page in the order of a statistic; return the id of its last tour."""
    with database.reading() as session:
        return sorted_tours(session, tour_filter, Order("crossings"), after=after, limit=PAGE).tours[-1].tour.id


def count_features(database: Database, tour_filter: TourFilter) -> FeatureCounts:
    """Count tours by statistics, within the time of an answer."""
    with database.reading() as session:
        return feature_counts(session, tour_filter, seconds=0.15)


def _filters(database: Database) -> dict[str, TourFilter]:
    with database.reading() as session:
        key = session.scalars(select(TourRow.class_key).order_by(TourRow.id).offset(1000).limit(1)).one()
        end = session.scalars(select(TourRun.end).where(TourRun.start == 0).limit(1)).one()
        job = session.scalars(select(Job.public_id).join(JobSums).order_by(JobSums.tours.desc()).limit(1)).one()
    return {
        "all": TourFilter(), "board": TourFilter(board="8x8"), "job": TourFilter(job=job),
        "closed": TourFilter(board="8x8", closed=True), "closed, job": TourFilter(job=job, closed=True),
        "start": TourFilter(board="8x8", start=1), "end": TourFilter(board="8x8", end=end),
        "start, end": TourFilter(board="8x8", start=0, end=end), "symmetry": TourFilter(board="8x8", symmetry=1),
        "time": TourFilter(board="8x8", since=1.0e9 + 20), "class": TourFilter(class_key=key),
    }  # fmt: skip


def _finding(database: Database) -> Callable[[], object]:
    """Return a search for a stored tour by its squares."""
    with database.reading() as session:
        found = find_tours(session, TourFilter(board="8x8"), after=0, limit=1)[0]
    packed = row_packer(found.board)
    squares = packed.unpack_one(found.tour.path)

    def find() -> object:
        with database.reading() as session:
            return look_up(session, packed.board, packed.piece, facts_of(packed.board, packed.piece, squares))

    return find


def draw_tour(database: Database, tour_filter: TourFilter) -> FoundTour | None:
    """Draw a random tour."""
    with database.reading() as session:
        return random_tour(session, tour_filter)


def page(database: Database, tour_filter: TourFilter, after: int) -> object:
    """Read one page."""
    with database.reading() as session:
        return find_tours(session, tour_filter, after=after, limit=PAGE)


def counts(database: Database, tour_filter: TourFilter) -> object:
    """Count tours by facets."""
    with database.reading() as session:
        return tour_counts(session, tour_filter)


def last_tour(database: Database, tour_filter: TourFilter) -> int:
    """Return the id of a tour a page or so before the end of a list."""
    order = RUN_ORDER if tour_filter.board or tour_filter.job else (TourRun.id,)
    asked = [] if tour_filter.start is None else [TourRun.start == tour_filter.start]
    asked += [] if tour_filter.end is None else [TourRun.end == tour_filter.end]
    asked += [] if tour_filter.closed is None else [TourRun.closed == tour_filter.closed]
    backwards = [column.desc() for column in (*([TourRun.shard_id] if tour_filter.job else []), *order)]
    with database.reading() as session:
        run = session.scalars(select(TourRun).where(*asked).order_by(*backwards).limit(1)).one()
    return run.id + max(0, run.count - PAGE - 1)
