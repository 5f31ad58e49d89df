"""A slice: bounded in time, stopped on request, paced by what it learns."""

from __future__ import annotations

import pytest

from store.database.db import Database
from tests.store.job_samples import stored_job, take
from tests.toy import ToyKind
from workers.slices import STEP_SECONDS, ActiveLease, Pace, run_slice, slice_length


def test_a_slice_works_to_the_end_of_a_small_shard(sqlite_database: Database) -> None:
    """The result carries checkpoint, statistics and what was done."""
    with sqlite_database.writing() as session:
        stored_job(session, ToyKind(shards=1, n=10))
    lease = take(sqlite_database)
    assert lease is not None

    result = run_slice(ActiveLease(lease), 600.0, Pace(work=3))

    assert (result.finished, result.work, result.progress) == (True, 10, 1.0)


def test_a_stopped_slice_returns_at_once(sqlite_database: Database) -> None:
    """With the stop flag up nothing more is done."""
    with sqlite_database.writing() as session:
        stored_job(session, ToyKind(shards=1, n=10))
    lease = take(sqlite_database)
    assert lease is not None

    assert run_slice(ActiveLease(lease, stop=True), 5.0, Pace()).work == 0


def test_a_slice_ends_with_its_time(sqlite_database: Database) -> None:
    """Out of time after the first step, the rest is left to the next slice."""
    with sqlite_database.writing() as session:
        stored_job(session, ToyKind(shards=1, n=10**9))
    lease = take(sqlite_database)
    assert lease is not None

    result = run_slice(ActiveLease(lease), 0.0, Pace(work=100))

    assert not result.finished
    assert result.work < 10**9


@pytest.mark.parametrize(("seconds", "factor"), [(STEP_SECONDS, 1.0), (STEP_SECONDS / 100, 4.0), (9.0, 0.25)])
def test_the_pace_aims_at_short_steps(seconds: float, factor: float) -> None:
    """Work per step grows and shrinks by at most four."""
    pace = Pace(work=1000)

    pace.learn(1000, seconds)

    assert pace.work == int(1000 * factor)


def test_a_step_cut_short_does_not_make_the_next_one_long() -> None:
    """Steps that a full batch of tours ends early tell the rate: work does not grow without bound meanwhile."""
    pace = Pace(work=1000)

    for _ in range(20):
        pace.learn(500, STEP_SECONDS / 100)

    assert pace.work == 50_000


def test_slices_get_shorter_after_deaths() -> None:
    """A shard whose workers died is cut finer each time, so that it commits between two deaths."""
    assert [slice_length(3.0, attempts) for attempts in (1, 2, 3, 9, 5000)] == [3.0, 1.5, 0.75, 0.1, 0.1]


def test_a_shard_that_takes_long_to_open_gets_on(sqlite_database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time of a slice begins when its shard is open: else one that opens slowly would be given back for ever."""
    with sqlite_database.writing() as session:
        stored_job(session, ToyKind(shards=1, n=10))
    lease = take(sqlite_database)
    assert lease is not None
    clock = iter(range(0, 1000, 60))
    monkeypatch.setattr("workers.slices.time.perf_counter", lambda: float(next(clock)))

    assert run_slice(ActiveLease(lease), 90.0, Pace(work=3)).work > 0
