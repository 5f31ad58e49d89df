"""Boards with their jobs by state and their tours."""

from __future__ import annotations

import pytest

from store.database.db import Database
from store.queries.boards import board_summaries, different_tours, find_boards, sample_tours
from store.tours.boards import board_label
from tests.store.job_samples import stored_job
from tests.store.tour_samples import store_all


def test_summaries_page_by_page(database: Database) -> None:
    """Boards are listed page by page, each with its number of tours and its jobs by state."""
    store_all(database)
    with database.writing() as session:
        stored_job(session)
        other = stored_job(session, board="6x6")
        assert board_label(session, other) == "6x6"

    with database.reading() as session:
        first = find_boards(session, limit=1)
        second = find_boards(session, cursor=first[-1].board.id, limit=10)
        (known,) = board_summaries(session, "5x5")
        unknown = board_summaries(session, "7x7")

    assert [(one.board.label, one.tours, one.jobs) for one in first + second] == [
        ("5x5", 1728, {"succeeded": 1, "queued": 1}),
        ("6x6", 0, {"queued": 1}),
    ]
    assert (known.tours, unknown) == (1728, [])


def test_small_boards_first(database: Database) -> None:
    """In the order of size 3x10 comes before 6x6, and a page continues after the previous one."""
    with database.writing() as session:
        for label in ("6x6", "10x10", "3x10"):
            stored_job(session, board=label)
    with database.reading() as session:
        first = find_boards(session, limit=2, order="size")
        second = find_boards(session, cursor=first[-1].board.id, limit=2, order="size")
        assert [one.board.label for one in first + second] == ["3x10", "6x6", "10x10"]


def test_a_sample_of_each_board(database: Database) -> None:
    """The sample of a board is one of its stored tours; a board without tours has none."""
    store_all(database)
    with database.writing() as session:
        stored_job(session, board="6x6")
    with database.reading() as session:
        boards = [one.board for one in find_boards(session, limit=5)]
        ((number, (tour, closed)),) = sample_tours(session, boards).items()
    assert (number, closed) == (boards[0].id, False)
    assert 1 <= tour <= 1728


def test_a_tour_that_two_jobs_have_found_is_one(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tour found by two jobs is stored twice and counted once; very many tours are not compared."""
    store_all(database)
    store_all(database)
    with database.writing() as session:
        stored_job(session, board="6x6")

    with database.reading() as session:
        (held,) = board_summaries(session, "5x5")
        (empty,) = board_summaries(session, "6x6")
        assert (held.tours, different_tours(session, held), different_tours(session, empty)) == (3456, 1728, 0)
        monkeypatch.setattr("store.queries.boards.MAX_COMPARED", 3455)
        assert different_tours(session, held) is None


def test_a_tour_of_each_kind(database: Database) -> None:
    """The examples of a board are its first open and its first closed tour; 5x5 has only open ones."""
    store_all(database)
    with database.writing() as session:
        stored_job(session, board="6x6")
    with database.reading() as session:
        found = {one.board.label: one.examples for one in find_boards(session, limit=5)}
    assert found == {"5x5": {False: 1}, "6x6": {}}
