"""A slice: limited in time, stopped on request, and adapted to the measured pace."""

from __future__ import annotations

import pytest

from store.database.db import Database
from tests.store.job_samples import stored_job, take
from tests.toy import ToyKind
from workers.slices import STEP_SECONDS, ActiveLease, Pace, run_slice, slice_length


def test_a_slice_works_to_the_end_of_a_small_shard(sqlite_database: Database) -> None:
    """The result has the checkpoint, the statistics and the work done."""
    with sqlite_database.writing() as session:
        stored_job(session, ToyKind(shards=1, n=10))
    lease = take(sqlite_database)
    assert lease is not None

    result = run_slice(ActiveLease(lease), 600.0, Pace(work=3))

    assert (result.finished, result.work, result.progress) == (True, 10, 1.0)


def test_a_stopped_slice_returns_at_once(sqlite_database: Database) -> None:
    """A slice whose stop flag is set does no further work."""
    with sqlite_database.writing() as session:
        stored_job(session, ToyKind(shards=1, n=10))
    lease = take(sqlite_database)
    assert lease is not None

    assert run_slice(ActiveLease(lease, stop=True), 5.0, Pace()).work == 0


def test_a_slice_ends_with_its_time(sqlite_database: Database) -> None:
    """If time runs out after the first step, the rest is left to the next slice."""
    with sqlite_database.writing() as session:
        stored_job(session, ToyKind(shards=1, n=10**9))
    lease = take(sqlite_database)
    assert lease is not None

    result = run_slice(ActiveLease(lease), 0.0, Pace(work=100))

    assert not result.finished
    assert result.work < 10**9


@pytest.mark.parametrize(("seconds", "factor"), [(STEP_SECONDS, 1.0), (STEP_SECONDS / 100, 4.0), (9.0, 0.25)])
def test_the_pace_aims_at_short_steps(seconds: float, factor: float) -> None:
    """The work per step grows and shrinks at most fourfold."""
    pace = Pace(work=1000)

    pace.learn(1000, seconds)

    assert pace.work == int(1000 * factor)


def test_a_step_cut_short_does_not_make_the_next_one_long() -> None:
    """Steps cut short by a full batch of tours still measure the rate, and the work stays bounded."""
    pace = Pace(work=1000)

    for _ in range(20):
        pace.learn(500, STEP_SECONDS / 100)

    assert pace.work == 50_000


def test_slices_get_shorter_after_deaths() -> None:
    """Each death of a worker shortens the shard's slices, so that it commits between two deaths."""
    assert [slice_length(3.0, attempts) for attempts in (1, 2, 3, 9, 5000)] == [3.0, 1.5, 0.75, 0.1, 0.1]


def test_a_shard_that_takes_long_to_open_gets_on(sqlite_database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """A slice's time begins when its shard is open, so that a slowly opening shard makes progress."""
    with sqlite_database.writing() as session:
        stored_job(session, ToyKind(shards=1, n=10))
    lease = take(sqlite_database)
    assert lease is not None
    clock = iter(range(0, 1000, 60))
    monkeypatch.setattr("workers.slices.time.perf_counter", lambda: float(next(clock)))

    assert run_slice(ActiveLease(lease), 90.0, Pace(work=3)).work > 0
