"""Drawing at random: every tour that fits can be drawn, and no other."""

from __future__ import annotations

import secrets

import pytest
from sqlalchemy import update

from store.database.db import Database
from store.models.tours import TourRun
from store.queries.random_tour import random_tour, spread_tours
from store.queries.tours import TourFilter, find_tours
from tests.store.tour_samples import store_all


def test_each_lot_has_its_tour(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """Consecutive lots draw each fitting tour once; an empty list draws nothing, and a class only its own tours."""
    job = store_all(database)
    wanted = TourFilter(board="5x5", start=12)
    with database.reading() as session:
        listed = find_tours(session, wanted, after=0, limit=100)
        drawn = []
        for lot in range(len(listed)):
            monkeypatch.setattr(secrets, "randbelow", lambda number, lot=lot: lot if number == len(listed) else -1)
            found = random_tour(session, wanted)
            assert found == random_tour(session, wanted, lot + len(listed))
            assert found is not None
            drawn.append((found.tour.id, found.job))
        assert sorted(drawn) == sorted((one.tour.id, job) for one in listed)
        assert random_tour(session, TourFilter(closed=True)) is None
        key = listed[0].tour.class_key
        member = random_tour(session, TourFilter(class_key=key))
        assert member is not None
        assert member.tour.class_key == key


def test_tours_that_lie_far_apart(database: Database) -> None:
    """Spread tours are distinct; a board with fewer tours gives all of them, an unknown board none."""
    store_all(database)
    with database.reading() as session:
        few = spread_tours(session, "5x5", "1,2", 6)
        every = spread_tours(session, "5x5", "1,2", 5000)
        assert spread_tours(session, "9x9", "1,2", 6) == []
    assert [number for number, _ in few] == [1, 355, 569, 865, 1153, 1370]
    assert sorted(number for number, _ in every) == list(range(1, 1729))


def test_no_run_fills_the_gallery(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run with only one tour is shown, however many tours the other two have."""
    store_all(database)
    monkeypatch.setattr("store.queries.random_tour.MAX_RUNS", 3)
    with database.writing() as session:
        session.execute(update(TourRun).where(TourRun.id == 1).values(count=1))
    with database.reading() as session:
        shown = [number for number, _ in spread_tours(session, "5x5", "1,2", 8)]
    assert shown == [1, 15, 28, 41, 54, 67, 72, 77]
