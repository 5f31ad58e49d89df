"""A shared sweep killed at every moment of a round keeps the digest of the undisturbed sweep."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from engine.code_digest import own_code_digests
from engine.kinds.admission import plan_now
from engine.kinds.enumerate.planner import Enumeration
from engine.kinds.methods import get_method
from engine.kinds.parse import parse_problem
from engine.kinds.table import KINDS
from engine.search.frontier import table_parts as parts
from store.database.db import Database
from store.jobs.leases import Lease, claim
from store.jobs.lifecycle import get_job, submit
from store.jobs.maintenance import return_expired_leases
from store.jobs.slice_commit import commit
from store.models.states import JobState
from tests.digests import job_digest
from tests.store.job_samples import put_results_together
from workers.files.folder import Folder, files_of
from workers.files.job_folders import folder_of, remove_leftovers
from workers.slices import ActiveLease, Pace, run_slice

SWEEP = {"kind": "enumerate", "board": "6x6", "tours": "closed", "method": "frontier"}


class Killed(BaseException):
    """The death of the process."""


class Moments:
    """Kills, once at each moment; `armed` is off for the undisturbed run."""

    def __init__(self) -> None:
        self.armed, self.met = False, set[tuple[Any, ...]]()

    def meet(self, *moment: Any) -> None:
        """Pass, or die the first time."""
        if self.armed and moment not in self.met:
            self.met.add(moment)
            raise Killed


@pytest.fixture
def moments(monkeypatch: pytest.MonkeyPatch, toy_kind: object) -> Moments:
    """Share only the widest tables, with a moment before and after every file operation."""
    del toy_kind
    monkeypatch.setitem(KINDS, "enumerate", Enumeration())
    monkeypatch.setattr("engine.kinds.open_shard.get_method", get_method)
    monkeypatch.setattr(parts, "MAX_ALONE", 700)
    monkeypatch.setattr(parts, "MAX_RECEIVED", 1500)
    moments = Moments()
    for name in ("write", "read", "remove"):
        _surround(monkeypatch, name, moments)
    replace = Path.replace

    def publish(path: Path, target: Path) -> Path:
        moments.meet("before publishing", target.name)
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", publish)
    return moments


def _surround(monkeypatch: pytest.MonkeyPatch, name: str, moments: Moments) -> None:
    whole = getattr(Folder, name)

    def method(folder: Folder, *arguments: Any) -> Any:
        names = arguments[0] if isinstance(arguments[0], str) else tuple(arguments[0])
        moments.meet("before", name, names)
        found = whole(folder, *(arguments if isinstance(names, str) else (names,)))
        moments.meet("after", name, names)
        return found

    monkeypatch.setattr(Folder, name, method)


def run(database: Database, spill: Path, moments: Moments) -> tuple[str, int]:
    """Run the sweep slice by slice, in a new process after every kill; return its digest and the number of kills."""
    with database.writing() as session:
        job = submit(session, plan_now(parse_problem(SWEEP))).public_id
    kills = 0
    while True:
        with database.writing() as session:  # a process that starts takes everything back
            return_expired_leases(session, everything=True)
        put_results_together(database)
        lease = _claimed(database)
        if lease is None:
            break
        try:
            _work(database, lease, spill, moments)
        except Killed:
            kills += 1
        put_results_together(database)
    remove_leftovers(database, spill)
    assert not folder_of(spill, job).exists()  # type: ignore[union-attr]
    with database.reading() as session:
        done = get_job(session, job)
        assert done.state == JobState.SUCCEEDED, f"after {kills} kills"
        return job_digest(session, done), kills


def _claimed(database: Database) -> Lease | None:
    """Claim a shard; skip the waits after many lost leases."""
    with database.writing() as session:
        session.connection().exec_driver_sql("UPDATE shards SET not_before = 0")
        return claim(session, "w", own_code_digests(), 60.0)


def _work(database: Database, lease: Lease, spill: Path, moments: Moments) -> None:
    place = (lease.shard_id, lease.seq)
    moments.meet("claimed", *place)
    files = files_of(folder_of(spill, lease.public_id), lease.shard_id)
    result = run_slice(ActiveLease(lease), 0.0, Pace(work=200), files)
    moments.meet("computed", *place)
    with database.writing() as session:
        commit(session, lease, "w", result)
        moments.meet("before the commit", *place)
    moments.meet("committed", *place)
    put_results_together(database)


def test_killed_once_at_every_moment(sqlite_database: Database, tmp_path: Path, moments: Moments) -> None:
    """A kill at any moment, from opening to after the commit, loses nothing."""
    whole, _ = run(sqlite_database, tmp_path / "whole", moments)
    moments.armed = True
    killed, kills = run(sqlite_database, tmp_path / "killed", moments)

    assert killed == whole
    assert kills == len(moments.met)
    files = {f"{when} {what}" for when in ("before", "after") for what in ("write", "read", "remove")}
    slices = {"claimed", "computed", "before the commit", "committed"}
    met = Counter(" ".join(moment[:2]) if moment[0] in ("before", "after") else moment[0] for moment in moments.met)
    assert met.keys() == files | slices | {"before publishing"}
    assert min(met.values()) >= 8, "of several parts and more than one round"
