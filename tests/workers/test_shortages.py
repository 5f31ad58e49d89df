"""The pause of a worker after shortages of its machine."""

from __future__ import annotations

import errno

import pytest

from workers.planning.plan_apart import PlannerKilledError
from workers.shortages import MAX_REST_SECONDS, MIN_REST_SECONDS, Rest


def test_rests_double_until_work_succeeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pauses double until work succeeds; a shortage during a pause does not prolong it."""
    clock = [1000.0]
    monkeypatch.setattr("workers.shortages.time.monotonic", lambda: clock[0])
    rest = Rest()
    lengths = []
    for _ in range(8):
        rest.look_at(OSError(errno.EMFILE, "Too many open files"))
        rest.look_at(PlannerKilledError("signal 9 ended it"))
        begun = clock[0]
        while rest.lasts:
            clock[0] += 1.0
        lengths.append(clock[0] - begun)
    assert lengths == [10.0, 20.0, 40.0, 80.0, 160.0, 300.0, 300.0, 300.0]
    assert (lengths[0], lengths[-1]) == (MIN_REST_SECONDS, MAX_REST_SECONDS)
    assert rest.reason == "signal 9 ended it"

    rest.end()
    assert (rest.lasts, rest.reason) == (False, None)
    rest.look_at(OSError(errno.ENOSPC, "No space left on device"))
    clock[0] += MIN_REST_SECONDS
    assert not rest.lasts


@pytest.mark.parametrize("error", [FileNotFoundError(errno.ENOENT, "gone"), MemoryError(), ValueError("wrong")])
def test_faults_of_a_job_make_no_rest(error: Exception) -> None:
    """Only shortages of the machine cause a pause."""
    rest = Rest()
    rest.look_at(error)
    assert (rest.lasts, rest.reason) == (False, None)
