"""Inserting batches of tours: none is lost or reordered, and every id is unique."""

from __future__ import annotations

import threading
from dataclasses import replace

import numpy as np
import pytest
from sqlalchemy import select, text

from engine.code_digest import own_code_digests
from engine.features.table import STATISTICS
from store.database.db import Database
from store.jobs.leases import claim
from store.jobs.maintenance import return_expired_leases
from store.jobs.slice_commit import SliceCommit
from store.models.boards import BoardRow
from store.models.shards import Shard, Slice
from store.models.tours import TourFeatures, TourRow, TourRun
from store.queries.tours import TourFilter, find_tour, find_tours
from store.tours.encoding import TourBatch, runs_with_tours, squares_of
from store.tours.insertion import write_tours
from tests.store.job_samples import stored_job, work
from tests.store.tour_samples import all_tours, batch


def shards(database: Database) -> list[tuple[int, int]]:
    """Submit a job; return board id and shard id of each of its shards."""
    with database.writing() as session:
        job = stored_job(session)
        found = session.scalars(select(Shard.id).where(Shard.job_id == job.id).order_by(Shard.id))
        return [(job.board_id or 0, shard) for shard in found]


def write(database: Database, tours: TourBatch, place: tuple[int, int], seq: int = 0) -> None:
    """Write a batch in a transaction of its own."""
    with database.writing() as session:
        write_tours(session, tours, board_id=place[0], shard_id=place[1], seq=seq, found_at=1.0e9 + seq)


def test_rows_come_back_as_they_went_in(database: Database) -> None:
    """Every path and class key is read back once, in runs of equal ends and in the order found."""
    tours = np.random.default_rng(1).permutation(all_tours()[:300])
    place = shards(database)[0]
    given = batch(tours)

    write(database, given, place)

    with database.reading() as session:
        board = session.scalars(select(BoardRow)).one()
        found = [(run, tour) for run, part in runs_with_tours(session, TourRun.shard_id == place[1]) for tour in part]
    expected = np.lexsort((given.symmetry, given.closed, given.end, given.start))
    assert [squares_of(board, tour).tolist() for _, tour in found] == tours[expected].tolist()
    assert [tour.class_key for _, tour in found] == given.class_keys[expected].tolist()
    assert [[run.start, run.end] for run, _ in found] == tours[expected][:, [0, -1]].tolist()
    assert [tour.id for _, tour in found] == list(range(1, 301))
    assert all(run.id <= tour.id < run.id + run.count for run, tour in found)


def test_a_transaction_that_fails_leaves_nothing(database: Database) -> None:
    """A failed transaction leaves neither rows nor runs."""
    place = shards(database)[0]

    with pytest.raises(RuntimeError, match="after all"):
        _write_and_fail(database, place)

    with database.reading() as session:
        assert session.scalars(select(TourRow)).all() == []
        assert session.scalars(select(TourRun)).all() == []


def test_tours_go_with_their_job_and_their_numbers_stay_taken(database: Database) -> None:
    """Deleting a job by plain SQL deletes its tours, and their numbers are not used again."""
    place = shards(database)[0]
    write(database, batch(all_tours()[:30]), place)

    with database.writing() as session:
        session.execute(text("DELETE FROM jobs"))
    with database.reading() as session:
        assert session.scalars(select(TourRow)).all() == []
        assert find_tour(session, 30) is None
    write(database, batch(all_tours()[:2]), shards(database)[0])
    with database.reading() as session:
        assert sorted(session.scalars(select(TourRow.id))) == [31, 32]


def test_a_tour_that_nothing_describes_is_not_found(database: Database) -> None:
    """Tours that another program left without a run are not taken for those of the previous run."""
    first, second, _ = shards(database)
    write(database, batch(all_tours()[:1]), first)
    write(database, batch(all_tours()[1:2]), second)
    with database.writing() as session:
        session.execute(text("DELETE FROM tour_runs WHERE id = 2"))
        copy = "INSERT INTO tours (id, class_key, path) SELECT 2, class_key, path FROM tours WHERE id = 1"
        session.execute(text(copy))

    with database.reading() as session:
        key = session.scalars(select(TourRow.class_key).where(TourRow.id == 1)).one()
        assert find_tour(session, 2) is None
        assert [found.tour.id for found in find_tours(session, TourFilter(class_key=key), after=0, limit=9)] == [1]


def test_a_commit_at_once_writes_tours_only_once(database: Database) -> None:
    """A repeated commit, or one under a lost lease, writes no tours."""
    with database.writing() as session:
        stored_job(session)
    with database.writing() as session:
        early = claim(session, "slow", own_code_digests(), -1.0)
    with database.writing() as session:
        assert return_expired_leases(session) == 1
        lease = claim(session, "quick", own_code_digests(), 60.0)
    assert early is not None
    assert lease is not None
    assert lease.shard_id == early.shard_id
    tours = batch(all_tours()[:90])
    result = replace(work(lease, 4), tours=replace(tours, features=np.ones((90, len(STATISTICS)), np.int16)))

    commits = [SliceCommit(early, "slow", result), *2 * [SliceCommit(lease, "quick", result)]]
    assert [_commit_at_once(database, commit) for commit in commits] == [False, True, False]

    with database.reading() as session:
        [entry] = session.scalars(select(Slice))
        assert {run.found_at for run in session.scalars(select(TourRun))} == {entry.done_at}
        assert (entry.worker, session.get_one(Shard, lease.shard_id).tours) == ("quick", 90)
        assert [found.tours for found in session.scalars(select(TourFeatures))] == [90]
        keys = session.scalars(select(TourRow.class_key).order_by(TourRow.class_key))
        assert list(keys) == sorted(tours.class_keys.tolist())


def _commit_at_once(database: Database, commit: SliceCommit) -> bool:
    with database.at_once() as connection:
        return commit.at_once(connection)


def test_writers_at_one_time_do_not_meet(database: Database) -> None:
    """Three threads write 15 slices of 20 tours, all under distinct ids."""
    places = shards(database)
    threads = [threading.Thread(target=_write_slices, args=(database, place)) for place in places]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    with database.reading() as session:
        runs = [(run, part) for place in places for run, part in runs_with_tours(session, TourRun.shard_id == place[1])]
    assert sum(len(part) for _, part in runs) == sum(run.count for run, _ in runs) == 300
    assert len({tour.id for _, part in runs for tour in part}) == 300


def _write_and_fail(database: Database, place: tuple[int, int]) -> None:
    with database.writing() as session:
        write_tours(session, batch(all_tours()[:9]), board_id=place[0], shard_id=place[1], seq=0, found_at=1.0)
        raise RuntimeError("not after all")


def _write_slices(database: Database, place: tuple[int, int]) -> None:
    for seq in range(5):
        write(database, batch(all_tours()[20 * seq : 20 * seq + 20]), place, seq)
