"""Steps of whole jobs, done by workers: they block no other work, survive their workers and fail visibly."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from engine.code_digest import own_code_digests
from engine.kinds.admission import Submission, plan_now
from engine.kinds.common.kind import ShardPlan, ShardRecord
from engine.kinds.parse import parse_problem
from engine.kinds.table import KINDS
from engine.specification.result import Result
from store.database.db import PASSING, Database
from store.database.statistics import analyze
from store.errors import JobDeletedError, StaleLeaseError
from store.jobs.current_result import current_result
from store.jobs.deletion import delete_job, remove_page
from store.jobs.lifecycle import cancel, get_job, pause, resume, submit
from store.jobs.maintenance import return_expired_leases
from store.jobs.slice_commit import SliceCommit, commit
from store.jobs.step_commits import commit_result, load_parts, merge_shards
from store.jobs.steps import StepLease, claim_step
from store.models.jobs import Job
from store.models.shards import Shard
from store.models.states import JobState, ShardState, Step
from store.models.tours import TourRow
from store.queries.jobs import events
from store.settings import Settings
from tests.store.job_samples import drain, finish, put_results_together, stored_job, take, work
from tests.store.tour_samples import store_all
from tests.toy import ToyKind, toy_problem
from workers.notifier import LocalNotifier
from workers.planning.plan_apart import PlannerKilledError, PlanTooLargeError
from workers.worker import WorkerProcess

PATIENCE = 30.0


class SlowKind(ToyKind):
    """A toy whose merge sets `begun` and waits for `go`."""

    def __init__(self, shards: int = 1) -> None:
        super().__init__(shards)
        self.begun, self.go = threading.Event(), threading.Event()

    def merge(self, spec: Any, shards: Sequence[ShardRecord]) -> Result:
        """Wait."""
        self.begun.set()
        assert self.go.wait(PATIENCE)
        return super().merge(spec, shards)


class BrokenKind(ToyKind):
    """A toy whose results cannot be merged."""

    def merge(self, _: Any, shards: Sequence[ShardRecord]) -> Result:
        """Fail."""
        raise OverflowError(f"{len(shards)} are too many")


class EndlessKind(ToyKind):
    """A toy whose next round names a shard twice, which the database refuses."""

    def follow(self, _: Any, shards: Sequence[ShardRecord]) -> Sequence[ShardPlan]:
        """Return two equal shards."""
        return [ShardPlan(len(shards), "twin", {}), ShardPlan(len(shards), "twin", {})]


@pytest.fixture
def worker(database: Database) -> WorkerProcess:
    """A worker without threads of its own."""
    return WorkerProcess(replace(Settings(), max_attempts=1, confirm_share=0.0), database, LocalNotifier(1), capacity=1)


def shortage(number: int) -> OSError:
    """Return the error of a machine that lacks a resource."""
    return OSError(number, os.strerror(number))


def replaced(monkeypatch: pytest.MonkeyPatch, kind: ToyKind) -> None:
    """Let enumerations use this kind from now on."""
    monkeypatch.setitem(KINDS, "enumerate", kind)


def shown(database: Database, public_id: str) -> tuple[JobState, Step | None]:
    """Return a job's state and step."""
    with database.reading() as session:
        job = get_job(session, public_id)
        return job.state, job.step


def test_others_work_while_a_result_is_put_together(
    database: Database, worker: WorkerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """During a slow merge other jobs are submitted, claimed, committed, paused and cancelled."""
    slow = SlowKind()
    replaced(monkeypatch, slow)
    with database.writing() as session:
        job = stored_job(session, slow).public_id
    lease = take(database)
    assert lease is not None
    with database.writing() as session:
        commit(session, lease, "w", work(lease, 10**9))
    thread = threading.Thread(target=worker.work_once)
    thread.start()
    try:
        assert slow.begun.wait(PATIENCE)
        assert shown(database, job) == (JobState.RUNNING, "putting the result together")
        with database.writing() as session:
            other = stored_job(session, ToyKind(shards=2)).public_id
        for _ in range(2):
            mine = take(database)
            assert mine is not None
            assert mine.public_id == other
            with database.writing() as session:
                commit(session, mine, "w", work(mine, 10**9))
        with database.writing() as session:
            pause(session, stored_job(session, ToyKind()).public_id)
            cancel(session, stored_job(session, ToyKind()).public_id)
        assert thread.is_alive()
    finally:
        slow.go.set()
        thread.join(PATIENCE)
    assert shown(database, job) == (JobState.SUCCEEDED, None)


def test_a_step_outlives_its_worker(database: Database) -> None:
    """An unrenewed lease expires, and a worker that returns with it commits nothing."""
    with database.writing() as session:
        job = stored_job(session, ToyKind(shards=1)).public_id
    lease = take(database)
    assert lease is not None
    with database.writing() as session:
        commit(session, lease, "w", work(lease, 10**9))
        first = claim_step(session, Step.MERGE, own_code_digests(), -1.0)
        assert first is not None
    with database.writing() as session:
        second = claim_step(session, Step.MERGE, own_code_digests(), 60.0)
        assert second is not None
        assert claim_step(session, Step.MERGE, own_code_digests(), 60.0) is None
    with database.reading() as session:
        merged = merge_shards(load_parts(session, first))

    with pytest.raises(StaleLeaseError), database.writing() as session:
        commit_result(session, first, merged)
    with database.writing() as session:
        commit_result(session, second, merged)

    assert shown(database, job) == (JobState.SUCCEEDED, None)


def test_after_a_kill_steps_are_due_at_once(database: Database) -> None:
    """An embedded service does not wait for its predecessor's leases when it restarts."""
    with database.writing() as session:
        submit(session, unplanned())
        assert claim_step(session, Step.PLAN, own_code_digests(), 3600.0) is not None
    with database.writing() as session:
        assert claim_step(session, Step.PLAN, own_code_digests(), 60.0) is None
        return_expired_leases(session, everything=True)
        assert claim_step(session, Step.PLAN, own_code_digests(), 60.0) is not None


@pytest.mark.parametrize(("kind", "text"), [(BrokenKind(1), "1 are too many"), (EndlessKind(1), "IntegrityError")])
def test_an_error_in_a_step_fails_the_job(
    kind: ToyKind, text: str, database: Database, worker: WorkerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error while computing or committing a step fails the job visibly, and the job can still be read."""
    replaced(monkeypatch, kind)
    with database.writing() as session:
        job = stored_job(session, kind).public_id
    while worker.work_once():
        pass

    with database.reading() as session:
        failed = get_job(session, job)
        assert failed.state == JobState.FAILED
        assert failed.problem is not None
        assert text in failed.problem["detail"]
        assert text in (failed.explanation or "")
        assert current_result(session, failed).outcome == "failed"


def test_a_result_so_far_that_cannot_be_merged_is_empty(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading a running job never fails, even if its results cannot be merged."""
    replaced(monkeypatch, BrokenKind(2))
    with database.writing() as session:
        job = stored_job(session, BrokenKind(2)).public_id
    with database.reading() as session:
        assert "too many" in (current_result(session, get_job(session, job)).explanation or "")


def test_an_error_in_a_commit_fails_the_shard(
    database: Database, worker: WorkerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slice that cannot be stored counts as a crash of its shard, with the error's text."""
    with database.writing() as session:
        job = stored_job(session, ToyKind(shards=1)).public_id

    def refuse(*_: Any, **__: Any) -> bool:
        raise ValueError("no such number")

    monkeypatch.setattr(SliceCommit, "at_once", refuse)
    while worker.work_once():
        pass

    assert shown(database, job) == (JobState.FAILED, None)
    with database.reading() as session:
        shard = session.query(Shard).one()
        assert shard.state == ShardState.QUARANTINED
        assert "ValueError: no such number" in (shard.last_error or "")
        assert get_job(session, job).explanation == "ValueError: no such number"


def test_cancelling_puts_nothing_together(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cancellation only ends the job; a worker then merges the results so far."""
    with database.writing() as session:
        job = stored_job(session, ToyKind(shards=2)).public_id
    finish(database, take(database), 4)  # type: ignore[arg-type]  # one is due
    replaced(monkeypatch, BrokenKind(2))
    with database.writing() as session:
        cancel(session, job)
    assert shown(database, job) == (JobState.CANCELLED, Step.MERGE)

    replaced(monkeypatch, ToyKind())
    with database.reading() as session:
        so_far = current_result(session, get_job(session, job))
    put_results_together(database)

    assert shown(database, job) == (JobState.CANCELLED, None)
    with database.reading() as session:
        result = current_result(session, get_job(session, job))
    assert result == so_far
    assert (result.outcome, result.counts[0].value) == ("cancelled", "10")


def unplanned(**fields: object) -> Submission:
    """Return a job that a worker is to plan."""
    return replace(plan_now(toy_problem(**fields)), plan=None)


def test_a_worker_plans(database: Database, worker: WorkerProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker plans a job stored without a plan, a large board in a separate process; then the job runs as usual."""
    monkeypatch.setattr("workers.job_steps.plan_apart", lambda *_: ToyKind(shards=2).plan(None))
    with database.writing() as session:
        job = submit(session, unplanned(board="8x8")).public_id
    assert shown(database, job) == (JobState.QUEUED, "planning")

    while worker.work_once():
        pass

    assert shown(database, job) == (JobState.SUCCEEDED, None)
    with database.reading() as session:
        assert current_result(session, get_job(session, job)).counts[0].value == "110"


def test_a_worker_plans_what_is_small_by_itself(
    database: Database, worker: WorkerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker plans a small board itself, without another process."""
    monkeypatch.setattr("workers.job_steps.plan_apart", lambda *_: pytest.fail("a process was started"))
    with database.writing() as session:
        job = submit(session, unplanned()).public_id
    while worker.work_once():
        pass
    assert shown(database, job) == (JobState.SUCCEEDED, None)


def test_an_index_of_a_large_board_is_planned_under_limits(
    database: Database, worker: WorkerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An index of a large board is planned in a process of its own."""

    def refuse(*_: object) -> None:
        raise PlanTooLargeError("it needs more than 1 s")

    monkeypatch.setattr("workers.job_steps.plan_apart", refuse)
    problem = parse_problem({"kind": "index", "board": "300x300"})
    with database.writing() as session:
        job = submit(session, Submission(problem, None)).public_id
    while worker.work_once():
        pass

    assert shown(database, job) == (JobState.FAILED, None)


@pytest.mark.parametrize("error", [PlannerKilledError("signal 9"), *map(shortage, (errno.ENOSPC, errno.EAGAIN))])
def test_a_step_is_tried_again(
    error: Exception, database: Database, worker: WorkerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A plan that was killed, or that lacked resources, is made later."""
    answers = [error, ToyKind(shards=1).plan(None)]
    monkeypatch.setattr(worker, "_settings", replace(Settings(), confirm_share=0.0))
    monkeypatch.setattr("workers.job_steps.plan_apart", lambda *_: answered(answers.pop(0)))
    with database.writing() as session:
        job = submit(session, unplanned(board="8x8")).public_id
    assert worker.work_once()
    assert shown(database, job) == (JobState.QUEUED, Step.PLAN)
    assert not worker.work_once()  # it pauses

    with database.writing() as session:
        session.execute(update(Job).values(step_due=0.0))
    assert not worker.work_once()
    other = WorkerProcess(worker._settings, database, LocalNotifier(1), capacity=1)
    while other.work_once():
        pass

    assert shown(database, job) == (JobState.SUCCEEDED, None)


def test_a_step_that_fails_again_and_again_fails_its_job(
    database: Database, worker: WorkerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the usual number of attempts, each in its history, the job fails with the last error."""
    monkeypatch.setattr(worker, "_settings", replace(Settings(), max_attempts=3))
    monkeypatch.setattr("workers.shortages.MAX_REST_SECONDS", 0.0)
    monkeypatch.setattr("workers.job_steps.plan_apart", lambda *_: answered(PlannerKilledError("signal 9")))
    with database.writing() as session:
        job = submit(session, unplanned(board="8x8")).public_id
    tries = 0
    while worker.work_once():
        tries += 1
        with database.writing() as session:
            session.execute(update(Job).values(step_due=0.0))

    with database.reading() as session:
        failed = get_job(session, job)
        names = [event.name for event in events(session, failed)]
        assert "signal 9" in (failed.explanation or "")
    assert (tries, failed.state, names.count("step-failed")) == (3, JobState.FAILED, 2)


def answered(answer: Any) -> Any:
    """Return an answer, or raise it if it is an error."""
    if isinstance(answer, Exception):
        raise answer
    return answer


def test_pausing_stops_a_plan(database: Database) -> None:
    """A paused job is not planned, a plan in progress loses its lease, and a resumed job is planned."""
    with database.writing() as session:
        job = submit(session, unplanned()).public_id
        lost = claim_step(session, Step.PLAN, own_code_digests(), 60.0)
        pause(session, job)
    with database.writing() as session:
        assert claim_step(session, Step.PLAN, own_code_digests(), 60.0) is None
        resume(session, job)
        found = claim_step(session, Step.PLAN, own_code_digests(), 60.0)
        assert lost is not None
        assert found is not None
        assert found.fence > lost.fence


def test_a_job_that_makes_no_sense_fails_with_its_problem(
    database: Database, worker: WorkerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A job that planning refuses, even for too many shards, keeps the problem with its field."""
    monkeypatch.undo()
    problem = parse_problem({"kind": "enumerate", "board": "torus:6x6", "method": "frontier"})
    tests = parse_problem(
        {"kind": "test-generator", "generator": "pcg64dxsm", "streams": 30_000, "trials": 30_000, "tests": ["gap"]}
    )
    with database.writing() as session:
        swept = submit(session, replace(plan_now(toy_problem()), problem=problem, plan=None)).public_id
        tested = submit(session, Submission(tests, None)).public_id
    while worker.work_once():
        pass

    with database.reading() as session:
        problem = get_job(session, swept).problem
        assert problem is not None
        assert (problem["status"], problem["errors"][0]["pointer"]) == (422, "/method")
        problem = get_job(session, tested).problem
        assert problem is not None
        assert problem["errors"][0]["pointer"] == "/confirm_cost"
    assert shown(database, swept) == shown(database, tested) == (JobState.FAILED, None)


class KilledError(BaseException):
    """The death of the process."""


def test_deleting_is_killed_again_and_again(
    database: Database, worker: WorkerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A deletion killed after every page, before or after its commit, still ends; other jobs commit between pages."""
    job, pages, kept = store_all(database), [], []

    def kill_after(session: Session, lease: StepLease) -> bool:
        more = remove_page(session, lease, 400)
        pages.append(more)
        if len(pages) % 3 == 0:
            raise KilledError  # before the commit
        return more

    monkeypatch.setattr("workers.job_steps.remove_page", kill_after)
    monkeypatch.setattr("workers.job_steps.time.sleep", lambda _: kept.append(drained(database)))
    delete_job(database, job)
    for _ in range(100):
        with database.writing() as session:
            return_expired_leases(session, everything=True)
        try:
            if not worker.work_once():
                break
        except KilledError:
            continue

    assert pages.count(True) > 6
    assert kept
    assert all(kept)
    with database.reading() as session, pytest.raises(JobDeletedError) as caught:
        get_job(session, job)
    assert caught.value.deletion.done_at is not None


def drained(database: Database) -> bool:
    """Submit another job and run it to its end during the worker's pause; return whether it succeeded."""
    with database.writing() as session:
        job = stored_job(session, ToyKind(shards=1)).public_id
    drain(database)
    return shown(database, job) == (JobState.SUCCEEDED, None)


def test_the_planner_hears_of_a_deletion(
    database: Database, worker: WorkerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Statistics are refreshed once after the rows are removed, but not after few tours."""
    told: list[tuple[int, list[str]]] = []

    def tell(database: Database, tables: Collection[str]) -> None:
        analyze(database, tables)
        with database.reading() as session:
            told.append((len(session.scalars(select(TourRow.id)).all()), list(tables)))

    monkeypatch.setattr("workers.job_steps.analyze", tell)
    for many in (1729, 1728):
        monkeypatch.setattr("workers.job_steps.MIN_TOURS_TO_REFRESH", many)
        delete_job(database, store_all(database))
        while worker.work_once():
            pass
    assert told == [(0, ["tour_runs", "tours", "shards", "slices"])]


@pytest.mark.parametrize("error", PASSING)
def test_no_deletion_waits_for_statistics(
    database: Database, worker: WorkerProcess, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    """A job is deleted even if the statistics cannot be refreshed now."""

    def refuse(*_: Any) -> None:
        raise error("ANALYZE", {}, ValueError("locked"))

    monkeypatch.setattr("workers.job_steps.analyze", refuse)
    monkeypatch.setattr("workers.job_steps.MIN_TOURS_TO_REFRESH", 1)
    job = store_all(database)
    delete_job(database, job)
    while worker.work_once():
        pass
    with database.reading() as session, pytest.raises(JobDeletedError):
        get_job(session, job)


def test_files_of_a_deleted_job_go(database: Database, tmp_path: Path) -> None:
    """A deleted job's folder is removed, another job's folder stays."""
    settings = replace(Settings(), spill_folder=str(tmp_path / "spill"), confirm_share=0.0)
    worker = WorkerProcess(settings, database, LocalNotifier(1), capacity=1)
    with database.writing() as session:
        job = stored_job(session).public_id
    drain(database)
    for name in (job, "other"):
        (tmp_path / "spill" / name / "shard-1").mkdir(parents=True)
        (tmp_path / "spill" / name / "shard-1" / "states").write_bytes(b"states")
    delete_job(database, job)
    while worker.work_once():
        pass
    assert [path.name for path in (tmp_path / "spill").iterdir()] == ["other"]


def test_a_deletion_that_errs_is_tried_again(
    database: Database, worker: WorkerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failed deletion is tried again after a while."""
    with database.writing() as session:
        job = stored_job(session).public_id
    drain(database)
    delete_job(database, job)

    def refuse(*_: Any) -> bool:
        raise ValueError

    with monkeypatch.context() as patch:
        patch.setattr("workers.job_steps.remove_page", refuse)
        assert worker.work_once()
    assert not worker.work_once()
    with database.writing() as session:
        session.execute(update(Job).values(step_due=0.0))
    assert worker.work_once()
    with database.reading() as session:
        assert session.scalars(select(Job)).all() == []
