"""The highlights of the record on the first page."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

from sqlalchemy import select, update

from engine.boards.labels import parse_board
from findings.atlas.load import load_atlas
from findings.results.highlights import (
    cycles_of,
    record_figures,
    start_map,
    tour_of_the_day,
    tours_of_boards,
)
from store.database.db import Database
from store.models.jobs import Job
from store.models.shards import Shard
from store.models.tours import TourRun
from tests.store.real_jobs import run_job
from tests.store.tour_samples import store_all

DAY = date(2100, 1, 1)
"""A day after all tours that tests store, whenever the tests run."""

CLOSED_TOUR = {"kind": "construct", "board": "6x6", "tours": "closed", "method": "two-factor"}
TOURS_8X8 = 19591828170979904
"""Directed tours of the chessboard (A. Chernov, 2014; OEIS A165134)."""


def test_another_tour_each_day(database: Database) -> None:
    """Each day shows one closed tour, the same all day, or none if none is stored."""
    store_all(database)  # open ones
    with database.reading() as session:
        assert tour_of_the_day(session, DAY) is None
    for _ in range(3):
        run_job(database, CLOSED_TOUR)
    with database.reading() as session:
        days = [tour_of_the_day(session, DAY + timedelta(day % 7)) for day in range(14)]
    found = [one.tour.id for one in days if one is not None]
    assert found[:7] == found[7:]
    assert all(one is not None and one.run.closed for one in days)


def test_tours_of_a_day_do_not_change_its_tour(database: Database) -> None:
    """The tour is drawn only from those stored before the day, so that new ones do not change it."""
    for _ in range(3):
        run_job(database, CLOSED_TOUR)
    with database.reading() as session:
        first = tour_of_the_day(session, DAY)
    assert first is not None
    for _ in range(2):
        late = run_job(database, CLOSED_TOUR)
        with database.writing() as session:
            shards = select(Shard.id).join(Job).where(Job.public_id == late)
            noon = datetime.combine(DAY, time(12), UTC).timestamp()
            session.execute(update(TourRun).where(TourRun.shard_id.in_(shards)).values(found_at=noon))
        with database.reading() as session:
            again = tour_of_the_day(session, DAY)
        assert again is not None
        assert again.tour.id == first.tour.id


def test_one_tour_of_each_board(database: Database) -> None:
    """Each board has one picture, its newest tour; strips come last."""
    first, second = store_all(database), store_all(database)
    with database.reading() as session:
        found = tours_of_boards(session, 10)
    assert [(one.board, one.job) for one in found] == [("5x5", second)]
    assert first != second


def test_the_map_adds_up() -> None:
    """The counts of all squares add up to all tours of the chessboard."""
    known = start_map()
    assert known is not None
    board, counts = known
    assert board.label == parse_board("8x8").label
    assert sum(counts) == TOURS_8X8


def test_figures_of_the_record(database: Database) -> None:
    """The figures are numbers of rows and, from the atlas, the closed tours of 8x8."""
    with database.writing() as session:
        load_atlas(session)
    with database.reading() as session:
        figures, cycles = record_figures(session), cycles_of(session, "8x8")
        assert cycles_of(session, "1x7") in (None, "0")
    assert cycles == "13267364410532"
    assert figures.tours == 0
    assert figures.exact_counts > figures.certified > 1000
    assert figures.boards > 500
