"""A slice run again from its first checkpoint gives the same result, bit by bit, for every kind of job."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.kinds.admission import plan_now
from engine.kinds.enumerate.planner import Enumeration
from engine.kinds.enumerate.sweep.runner import FrontierRunner
from engine.kinds.methods import get_method
from engine.kinds.parse import parse_problem
from engine.kinds.running.shard_runner import Shard
from engine.kinds.table import KINDS
from engine.search.frontier import table_parts as parts
from store.database.db import Database
from store.jobs.leases import claim
from store.jobs.lifecycle import get_job, submit
from store.jobs.slice_commit import commit
from store.models.operations import DistrustedWorker
from store.models.shards import Slice
from store.models.states import JobState
from store.settings import Settings
from store.trust.adoption import adopt
from store.trust.rechecks import CheckResult, RecheckLease, claim_recheck, finish_check
from tests.store.job_samples import put_results_together
from tests.toy import ToyKind, ToyRunner, run_by, toy_problem
from workers.files.folder import files_of
from workers.files.job_folders import folder_of
from workers.notifier import LocalNotifier
from workers.rechecks import run_again
from workers.slices import ActiveLease, Pace, run_slice
from workers.worker import WorkerProcess

RNG = {"generator": "pcg64dxsm", "seed": 7, "streams": 2}
JOBS: list[tuple[dict[str, object], int]] = [
    ({"kind": "enumerate", "board": "5x5", "method": "backtrack", "by_end": True}, 500),
    ({"kind": "enumerate", "board": "5x5", "method": "backtrack", "store": "all", "starts": [[1, 1]]}, 700),
    ({"kind": "enumerate", "board": "6x6", "tours": "closed"}, 900),
    ({"kind": "enumerate", "board": "8x8", "method": "warnsdorff", "starts": [[1, 1]]}, 3000),
    ({"kind": "enumerate", "board": "5x5", "method": "link-cutting", "starts": [[1, 1]], "prune": []}, 300),
    ({"kind": "enumerate", "board": "6x6", "tours": "closed", "method": "frontier"}, 300),
    ({"kind": "enumerate", "board": "4x5", "method": "inclusion-exclusion", "starts": [[1, 1]]}, 20000),
    ({"kind": "enumerate", "board": "6x6", "tours": "closed", "symmetry": "rotation180", "store": "all"}, 100),
    ({"kind": "sample", "board": "6x6", "method": "importance", "budget": {"walks": 200000}, "rng": RNG}, 700),
    ({"kind": "sample", "board": "6x6", "method": "smc", "budget": {"walks": 200000}, "rng": RNG}, 9),
    (
        {
            "kind": "sample",
            "board": "6x6",
            "method": "frontier",
            "store": {"first": 9},
            "budget": {"walks": 20000},
            "rng": RNG,
        },
        400,
    ),
    ({"kind": "construct", "board": "12x12", "method": "squirrel-cull", "rng": RNG}, 20),
    ({"kind": "distance", "board": "9x9", "from": [1, 1], "via": [[2, 2], [5, 7]]}, 30),
    ({"kind": "puzzle", "board": "6x6", "guesses": 3, "rng": RNG}, 30),
    ({"kind": "uncrossed", "board": "5x5"}, 300),
    ({"kind": "strip", "family": "3xn", "terms": 30}, 300),
    ({"kind": "census", "board": "5x6"}, 3000),
    ({"kind": "census", "board": "5x6", "method": "sample", "draws": 20_000}, 3000),
    ({"kind": "census", "board": "5x6", "method": "weighted-sweep", "moves": True}, 100),
    ({"kind": "symmetry", "board": "6x6"}, 300),
    ({"kind": "certificate", "board": "6x6", "tours": "closed"}, 300),
    ({"kind": "test-generator", "generator": "randu", "tests": ["gap", "spectral"], "trials": 40}, 3),
]


@pytest.fixture(autouse=True)
def _real_jobs(monkeypatch: pytest.MonkeyPatch, toy_kind: ToyKind) -> None:
    """Use real enumerations that share tables of only a few hundred states."""
    del toy_kind
    monkeypatch.setitem(KINDS, "enumerate", Enumeration())
    monkeypatch.setattr("engine.kinds.open_shard.get_method", get_method)
    monkeypatch.setattr("workers.slices.MIN_SLICE", 0.001)
    monkeypatch.setattr(FrontierRunner, "batch", 1 << 10)
    monkeypatch.setattr(parts, "MAX_ALONE", 200)
    monkeypatch.setattr(parts, "MAX_RECEIVED", 1000)


@pytest.mark.parametrize(("fields", "work"), JOBS, ids=lambda value: str(value)[:60] if isinstance(value, dict) else "")
@pytest.mark.parametrize("slices", [1, 5])
def test_a_second_run_gives_the_same(
    sqlite_database: Database, tmp_path: Path, fields: dict[str, object], work: int, slices: int
) -> None:
    """After one or five slices a second run in other steps agrees, and leaves the files unchanged."""
    with sqlite_database.writing() as session:
        job = submit(session, plan_now(parse_problem(fields))).public_id
    folder = folder_of(tmp_path / "spill", job)
    for number in range(slices):
        with sqlite_database.writing() as session:
            lease = claim(session, "first", [get_job(session, job).code_digest], 60.0)
        if lease is None:
            break
        held = ActiveLease(lease)
        result = run_slice(held, 0.0, Pace(work=work + 7 * number), files_of(folder, lease.shard_id))
        with sqlite_database.writing() as session:
            commit(session, lease, "first", result)
    before = _content(tmp_path / "spill")
    with sqlite_database.writing() as session:
        row = get_job(session, job)
        engine, row.code_digest = row.code_digest, "before"
        if row.finished_at is not None:
            pytest.skip("it has ended by then")
        adopt(session, job)
    with sqlite_database.writing() as session:
        checks = [claim_recheck(session, "second", [engine], 60.0) for _ in range(3)]
    for check in checks:
        if check is not None:
            found = run_again(check, ActiveLease(check), Pace(work=max(1, work // 3)), folder)
            with sqlite_database.reading() as session:
                _compare(session, check, found)
    assert checks[0] is not None
    assert _content(tmp_path / "spill") == before


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "enumerate", "board": "3x4", "method": "frontier", "by_end": True},
        {"kind": "enumerate", "board": "6x6", "method": "frontier", "tours": "closed"},
        {"kind": "enumerate", "board": "3x4", "method": "board-array", "starts": [[1, 1]]},
    ],
    ids=["squares without tours", "empty buckets", "no way on"],
)
def test_no_honest_worker_is_found_to_err(sqlite_database: Database, tmp_path: Path, fields: dict[str, Any]) -> None:
    """All slices of a job are confirmed, even last ones that only find that nothing is left."""
    with sqlite_database.writing() as session:
        job = submit(session, plan_now(parse_problem(fields))).public_id
        engine = get_job(session, job).code_digest
    folder, slices = folder_of(tmp_path / "spill", job), 0
    while True:
        with sqlite_database.writing() as session:
            check = claim_recheck(session, "second", [engine], 60.0)
            lease = None if check else claim(session, "first", [engine], 60.0)
        if check is None and lease is None:
            break
        if check is not None:
            found = run_again(check, ActiveLease(check), Pace(work=1000), folder)
            assert found is not None
            with sqlite_database.writing() as session:
                finish_check(session, check, "second", found)
        if lease is not None:
            slices += 1
            result = run_slice(ActiveLease(lease), 1.0, Pace(work=1 << 20), files_of(folder, lease.shard_id))
            with sqlite_database.writing() as session:
                commit(session, lease, "first", result, share=1.0)
        put_results_together(sqlite_database)
    with sqlite_database.reading() as session:
        done = get_job(session, job)
        assert session.scalars(select(DistrustedWorker.name)).all() == []
        assert (done.state, done.confirmed) == (JobState.SUCCEEDED, slices)


KEPT_IN_FILES: list[dict[str, Any]] = [
    {"kind": "index", "board": "6x6"},
    {"kind": "enumerate", "board": "6x6", "method": "frontier", "tours": "closed"},
    {"kind": "sample", "board": "6x6", "method": "frontier", "tours": "closed", "budget": {"walks": 9}, "store": "all"},
]


@pytest.mark.parametrize("fields", KEPT_IN_FILES, ids=lambda fields: str(fields["kind"]))
def test_lost_files_convict_nobody(
    sqlite_database: Database, tmp_path: Path, fields: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slice that restores lost files is not drawn, and a second run without its files gives no verdict."""
    monkeypatch.setattr("engine.kinds.running.checkpoint_files.MIN_FILE_BYTES", 1 << 10)
    with sqlite_database.writing() as session:
        job = submit(session, plan_now(parse_problem(fields))).public_id
        engine = get_job(session, job).code_digest
    folder, after = folder_of(tmp_path / "spill", job), 0
    while True:
        _slice_done(sqlite_database, engine, folder)
        with sqlite_database.writing() as session:
            check = claim_recheck(session, "second", [engine], 60.0)
        assert check is not None
        after += folder.exists()
        if after == 3:
            for path in (tmp_path / "spill").rglob("*"):
                if path.is_file():
                    path.unlink()
        found = run_again(check, ActiveLease(check), Pace(work=50), folder)
        assert found is not None
        with sqlite_database.writing() as session:
            finish_check(session, check, "second", found)
        put_results_together(sqlite_database)
        if after == 3:
            break
    _slice_done(sqlite_database, engine, folder)

    assert found.hopeless
    assert "are gone" in (found.error or "")
    with sqlite_database.writing() as session:
        assert claim_recheck(session, "second", [engine], 60.0) is None


class OneStep(ActiveLease):
    """A lease that stops after its first step, however fast the machine is."""

    def __setattr__(self, name: str, value: object) -> None:
        super().__setattr__(name, value)
        if name == "since" and value is not None:
            self.stop = True


def _slice_done(database: Database, engine: str, folder: Path) -> None:
    """Commit a slice of one step that is certain to be drawn."""
    with database.writing() as session:
        lease = claim(session, "first", [engine], 60.0)
    assert lease is not None
    result = run_slice(OneStep(lease), 0.0, Pace(work=150), files_of(folder, lease.shard_id))
    with database.writing() as session:
        commit(session, lease, "first", result, share=1.0)


def test_a_stop_ends_it(sqlite_database: Database) -> None:
    """A second run that is stopped early gives no result."""
    with sqlite_database.writing() as session:
        job = submit(session, plan_now(parse_problem({"kind": "enumerate", "board": "6x6", "method": "backtrack"})))
        lease = claim(session, "first", [job.code_digest], 60.0)
    assert lease is not None
    with sqlite_database.writing() as session:
        commit(session, lease, "first", run_slice(ActiveLease(lease), 0.0, Pace()))
        get_job(session, lease.public_id).code_digest = "before"
        adopt(session, lease.public_id)
        check = claim_recheck(session, "second", [lease.code_digest], 60.0)
    assert check is not None
    assert run_again(check, ActiveLease(check, stop=True), Pace(), None) is None


class BoundRunner(ToyRunner):
    """A runner that needs more memory than the default."""

    def __init__(self, shard: Shard[Any]) -> None:
        super().__init__(shard)
        if shard.memory < 3 << 30:
            raise MemoryError


def test_a_second_run_has_the_memory_of_the_first(
    sqlite_settings: Settings, sqlite_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second run may use the memory that the operator allows for a sweep."""
    monkeypatch.setitem(KINDS, "enumerate", ToyKind())
    run_by(monkeypatch, "tests.workers.test_rechecks:BoundRunner")
    with sqlite_database.writing() as session:
        job = submit(session, plan_now(toy_problem())).public_id
    settings = replace(sqlite_settings, sweep_memory=3 << 10, confirm_share=1.0)
    process = WorkerProcess(settings, sqlite_database, LocalNotifier(1), 1)
    while process.work_once():
        pass
    with sqlite_database.reading() as session:
        assert (get_job(session, job).state, get_job(session, job).confirmed) == (JobState.SUCCEEDED, 3)


def _content(folder: Path) -> dict[str, int]:
    return {str(path): path.stat().st_size for path in folder.rglob("*") if path.is_file()}


def _compare(session: Session, check: RecheckLease, found: CheckResult | None) -> None:
    entry = session.scalars(select(Slice).where(Slice.shard_id == check.shard_id).order_by(Slice.seq.desc())).first()
    assert found is not None
    assert entry is not None
    assert (found.output_digest, found.result_digest) == (entry.output_digest, entry.result_digest)
