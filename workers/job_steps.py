"""Run a job's step outside long transactions: plan, merge or delete."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

import structlog
from sqlalchemy.orm import Session

from engine.kinds.admission import check_shards
from engine.kinds.parse import parse_problem
from engine.kinds.planning_cost import plans_soon
from engine.kinds.table import KINDS
from findings.statements.certification import record_certificate
from store.database.db import PASSING, Database
from store.database.statistics import analyze
from store.jobs.deletion import end_deletion, remove_page, under_way
from store.jobs.step_commits import (
    StepOutcome,
    commit_plan,
    commit_result,
    fail_step,
    load_parts,
    merge_shards,
    try_again,
)
from store.jobs.steps import StepLease, release_step
from store.models.jobs import Job
from store.models.states import JobState, Step
from store.settings import Settings
from workers.files.job_folders import folder_of, remove_files
from workers.permanent_failures import permanent_failure_reason
from workers.planning.plan_apart import PlanStoppedError, PlanTooLargeError, plan_apart
from workers.shortages import is_shortage
from workers.step_problems import problem_of

Write = Callable[[Session], bool | None]
"""Writes what was computed in the caller's transaction; returns True if work may now wait for others."""

DELETE_AGAIN_SECONDS = 60.0
SHORTAGE_SECONDS = 10.0
MIN_TOURS_TO_REFRESH = 10_000
"""Deletions of this many tours refresh the planner's statistics."""

log = structlog.get_logger(__name__)


def do_step(lease: StepLease, database: Database, settings: Settings, is_stopped: Callable[[], bool]) -> Write:
    """Run a job step; return the write that commits or requeues it. Raises any error that makes the step impossible."""
    try:
        if lease.step == Step.DELETE:
            return _delete(lease, database, settings, is_stopped)
        return _plan(lease, settings, is_stopped) if lease.step == Step.PLAN else _merge(lease, database)
    except (PlanStoppedError, *PASSING) as reason:
        log.info("step given back", job=lease.public_id, step=lease.step, reason=repr(reason))
        return partial(release_step, lease=lease)


def end_with(lease: StepLease, error: Exception, max_attempts: int) -> Write:
    """Return the write that fails the job for this error, or requeues its step if a retry may help.

    Deletions, and errors from shortages of the machine, are retried without limit.
    """
    if lease.step == Step.DELETE:
        return partial(release_step, lease=lease, wait_seconds=DELETE_AGAIN_SECONDS)
    if is_shortage(error):
        return partial(release_step, lease=lease, wait_seconds=SHORTAGE_SECONDS)
    problem = problem_of(lease.step, error)
    if isinstance(error, PlanTooLargeError) or permanent_failure_reason(error) is not None:
        return partial(fail_step, lease=lease, problem=problem)
    return partial(try_again, lease=lease, problem=problem, max_attempts=max_attempts)


def _plan(lease: StepLease, settings: Settings, is_stopped: Callable[[], bool]) -> Write:
    """Plan in this process if that takes less time than starting another."""
    problem = parse_problem(lease.specification)
    if plans_soon(problem):
        plan = KINDS[problem.spec.kind].plan(problem)
    else:
        plan = plan_apart(lease.specification, settings.plan_seconds, settings.plan_megabytes, is_stopped)
    check_shards(problem.spec, len(plan.shards), settings.confirm_shards)
    return partial(commit_plan, lease=lease, plan=plan)


def _delete(lease: StepLease, database: Database, settings: Settings, is_stopped: Callable[[], bool]) -> Write:
    """Delete for about the length of a slice, then yield to others."""
    remove_files(folder_of(settings.spill, lease.public_id))
    end = time.monotonic() + settings.slice_seconds
    while time.monotonic() < end and not is_stopped():
        begun = time.monotonic()
        with database.writing() as session:
            more = remove_page(session, lease)
        if not more:
            _analyze(lease, database)
            return partial(end_deletion, lease=lease)
        time.sleep(time.monotonic() - begun)  # leave the lock to others for as long as it was held
    return partial(release_step, lease=lease)


def _analyze(lease: StepLease, database: Database) -> None:
    """Refresh the planner's statistics after large deletions; errors do not stop the deletion."""
    with database.reading() as session:
        entry = under_way(session, lease.public_id)
    if entry is None or entry.tours < MIN_TOURS_TO_REFRESH:
        return
    try:
        analyze(database, ("tour_runs", "tours", "shards", "slices"))
    except PASSING as reason:
        log.info("statistics not brought up to date", job=lease.public_id, reason=repr(reason))


def _merge(lease: StepLease, database: Database) -> Write:
    with database.reading() as session:
        parts = load_parts(session, lease)
    return partial(commit_merged, lease=lease, merged=merge_shards(parts))


def commit_merged(session: Session, lease: StepLease, merged: StepOutcome) -> bool:
    """Commit a result and its certificate's verdicts; return whether work is waiting now."""
    waiting = commit_result(session, lease, merged)
    if not waiting and merged.end == JobState.SUCCEEDED:
        record_certificate(session, session.get_one(Job, lease.job_id), merged.result)
    return waiting
