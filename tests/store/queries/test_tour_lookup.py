"""Looking a tour up among all tours of 5x5: its class has 16 members, or 8 where a symmetry fixes it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sqlalchemy import update

from engine.boards.symmetry import symmetries
from engine.tours.facts import facts_of
from store.database.db import Database
from store.models.tours import TourRow
from store.queries.tour_lookup import StoredClass, look_up
from tests.store.tour_samples import BOARD, KNIGHT, all_tours, store_all


def look_up_squares(database: Database, tour: Any) -> StoredClass:
    """Look a tour up."""
    facts = facts_of(BOARD, KNIGHT, np.asarray(tour))
    with database.reading() as session:
        return look_up(session, BOARD, KNIGHT, facts)


def images(tour: Any) -> set[tuple[int, ...]]:
    """Return what symmetries and reversal make of a tour."""
    return {tuple(row[np.asarray(tour)][::step].tolist()) for row in symmetries(BOARD) for step in (1, -1)}


@pytest.mark.parametrize("number", [0, 400, 1000, 1727])
def test_a_known_tour(database: Database, number: int) -> None:
    """A stored tour is found once, with the number of its images and the first of them found."""
    job = store_all(database)
    tour = all_tours()[number]

    found = look_up_squares(database, tour)

    assert (len(found.same), found.members, found.capped) == (1, len(images(tour)), False)
    assert found.first is not None
    assert (found.first.job, found.first.tour.id <= found.same[0].tour.id) == (job, True)


def test_a_key_alone_is_no_proof(database: Database) -> None:
    """A tour of another class under the same key is not taken for a member."""
    store_all(database)
    tour = all_tours()[0]
    key = look_up_squares(database, tour).same[0].tour.class_key
    with database.writing() as session:
        session.execute(update(TourRow).where(TourRow.id.between(1, 1728)).values(class_key=key))

    assert look_up_squares(database, tour).members == len(images(tour))
