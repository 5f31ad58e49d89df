"""Queries of stored tours, on all 1728 tours of 5x5: 304 from each corner, in 112 classes up to symmetry and reversal.

Figures: Euler (1759) and the project's own counts agree on 1728; 304 from a corner, 64 from the middle, 56 from the
others of the corner's colour.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sqlalchemy import text

from store.database.db import Database
from store.jobs.lifecycle import get_job
from store.queries.facets import tour_counts
from store.queries.tours import TourFilter, find_tour, find_tours
from store.tours.encoding import squares_of
from tests.digests import job_digest
from tests.store.tour_samples import all_tours, store_all

CORNERS = (0, 4, 20, 24)


def pages(database: Database, wanted: TourFilter, limit: int = 100) -> list[Any]:
    """Follow a list to its end."""
    found: list[Any] = []
    with database.reading() as session:
        while page := find_tours(session, wanted, after=found[-1].tour.id if found else 0, limit=limit):
            assert len(page) <= limit
            found.extend(page)
    return found


def test_everything_is_listed_once(database: Database) -> None:
    """The same 1728 tours are listed by board, by job and without a filter, each with its own ends."""
    job = store_all(database)

    for wanted in (TourFilter(), TourFilter(board="5x5"), TourFilter(job=job), TourFilter(job=job, closed=False)):
        found = pages(database, wanted)
        tours = [squares_of(entry.board, entry.tour).tolist() for entry in found]
        assert sorted(tours) == all_tours().tolist()
        assert all((tour[0], tour[-1]) == (e.run.start, e.run.end) for tour, e in zip(tours, found, strict=True))
        assert {entry.job for entry in found} == {job}


@pytest.mark.parametrize("limit", [1, 7, 500])
def test_the_size_of_pages_does_not_matter(database: Database, limit: int) -> None:
    """Any limit gives the tours from a corner to the middle in one order."""
    store_all(database, slices=3)
    wanted = TourFilter(board="5x5", start=0, end=12)

    ids = [entry.tour.id for entry in pages(database, wanted, limit)]

    expected = np.sum((all_tours()[:, 0] == 0) & (all_tours()[:, -1] == 12))
    assert len(ids) == len(set(ids)) == expected > 0
    assert ids == [entry.tour.id for entry in pages(database, wanted, 100)]


@pytest.mark.parametrize(
    ("fields", "number"),
    [
        ({"start": 0}, 304), ({"end": 24}, 304), ({"start": 12}, 64), ({"start": 2}, 56), ({"start": 1}, 0),
        ({"closed": True}, 0), ({"closed": False}, 1728), ({"piece": "1,2"}, 1728), ({"piece": "1,3"}, 0),
        ({"job": "nobody"}, 0), ({"since": 0.0}, 1728), ({"until": 1.0e9}, 0), ({"since": 1.0e9, "end": 12}, 64),
    ],
)  # fmt: skip
def test_each_filter_keeps_what_fits_it(database: Database, fields: dict[str, object], number: int) -> None:
    """Each filter lists the known number of tours, and the count agrees."""
    store_all(database)
    wanted = TourFilter(board="5x5", **fields)

    with database.reading() as session:
        counts = tour_counts(session, wanted)

    assert len(pages(database, wanted)) == number
    assert (counts.tours, counts.capped) == (number, False)


def test_facets_add_up(database: Database) -> None:
    """The counts of each facet, by start, end and symmetry, add up to all tours."""
    store_all(database)

    with database.reading() as session:
        counts = tour_counts(session, TourFilter(board="5x5"))
        few = tour_counts(session, TourFilter(board="5x5"), cap=3)

    assert counts.facets["closed"] == {0: 1728}
    assert {square: counts.facets["start"][square] for square in CORNERS} == dict.fromkeys(CORNERS, 304)
    assert counts.facets["start"] == counts.facets["end"]
    assert all(sum(facet.values()) == 1728 for facet in counts.facets.values())
    symmetric = sum(number for symmetry, number in counts.facets["symmetry"].items() if symmetry == 2)
    assert counts.facets["symmetry"] == {1: 1728 - symmetric, 2: symmetric}
    assert few.capped
    assert 0 < few.tours < 1728


def test_the_classes_are_those_of_the_board(database: Database) -> None:
    """112 classes; a class's page holds the images of one tour alone."""
    store_all(database)

    found = pages(database, TourFilter())
    keys = {entry.tour.class_key for entry in found}
    members = [len(pages(database, TourFilter(class_key=key), limit=5)) for key in keys]

    assert len(keys) == 112
    assert sum(members) == 1728
    assert set(members) <= {8, 16}
    key = next(iter(keys))
    with database.reading() as session:
        assert tour_counts(session, TourFilter(class_key=key, board="5x5")).tours in members
    assert pages(database, TourFilter(class_key=key, board="6x6")) == []


def test_a_single_tour(database: Database) -> None:
    """A tour is found by its id, with its board and job; unknown ids find none."""
    job = store_all(database)

    with database.reading() as session:
        found = find_tour(session, 1000)
        absent = [find_tour(session, number) for number in (0, -1, 1729)]

    assert found is not None
    assert (found.tour.id, found.board.label, found.job) == (1000, "5x5", job)
    assert found.run.id <= 1000 < found.run.id + found.run.count
    assert absent == [None] * 3


@pytest.mark.service
def test_the_digest_does_not_depend_on_the_slices(sqlite_database: Database, postgresql_database: Database) -> None:
    """Two or five slices give the same digest of the shards' tours on either database."""
    digests = []
    for database, slices in ((sqlite_database, 2), (postgresql_database, 5)):
        job = store_all(database, slices)
        with database.reading() as session:
            digests.append(job_digest(session, get_job(session, job)))
    assert digests[0] == digests[1]


def test_a_class_is_read_off_an_index(database: Database) -> None:
    """A class is read from an index in list order, without sorting or reading other classes."""
    asked = "SELECT id FROM tours WHERE class_key = 1 AND id > 0 ORDER BY id LIMIT 10"
    explain = "EXPLAIN QUERY PLAN" if database.is_sqlite else "EXPLAIN"
    with database.reading() as session:
        if not database.is_sqlite:
            session.execute(text("SET LOCAL enable_seqscan = off"))  # the table is empty
            session.execute(text("SET LOCAL enable_bitmapscan = off"))
        plan = [str(row[-1]) for row in session.execute(text(f"{explain} {asked}"))]

    assert any("ix_tours_class_key_id" in step for step in plan)
    assert not any("Sort" in step or "B-TREE" in step for step in plan)
