"""The states of jobs and shards, and the transition table of jobs."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, get_args


class IllegalTransitionError(RuntimeError):
    """The job's state does not allow this; the message says which states do."""


class JobState(StrEnum):
    """State of a job."""

    QUEUED = "queued"  # waits for a worker
    RUNNING = "running"  # at least one slice was begun
    PAUSING = "pausing"  # asked to pause; running slices are being committed
    PAUSED = "paused"  # no slice is running or given out
    SUCCEEDED = "succeeded"  # has its result
    FAILED = "failed"  # it cannot be planned, or a shard crashed again and again; partial results are kept
    CANCELLED = "cancelled"  # stopped for good; partial results are kept


class Step(StrEnum):
    """What a worker does for a job as a whole."""

    WAIT = "waiting for other jobs"  # no worker takes it: the sweeper ends it (store/jobs/prerequisites.py)
    PLAN = "planning"  # cuts it into shards
    MERGE = "putting the result together"  # all its shards are finished: the next round, or the end
    DELETE = "being deleted"  # already invisible; the rest of it is removed bit by bit


class ShardState(StrEnum):
    """State of a shard."""

    READY = "ready"  # may be claimed from its not_before on
    LEASED = "leased"  # a worker holds it until lease_until
    FINISHED = "finished"  # reached its target
    QUARANTINED = "quarantined"  # crashed too often


class CheckState(StrEnum):
    """State of a recheck."""

    WAITING = "waiting"  # for a worker
    LEASED = "leased"  # a worker runs it until lease_until
    EQUAL = "equal"  # it gave the same, bit by bit
    DIFFERENT = "different"  # it gave something else
    UNKNOWN = "unknown"  # it could not be run again


class Purpose(StrEnum):
    """Why a slice is recomputed."""

    ADOPTION = "adoption"  # other code is to continue the job
    CONFIRMATION = "confirmation"  # drawn at random: does another worker find the same?


ACTIVE = frozenset({JobState.QUEUED, JobState.RUNNING})
"""States in which shards are given out."""

RESTING = frozenset({JobState.PAUSING, JobState.PAUSED})
"""States that a job leaves by being resumed."""

TERMINAL = frozenset({JobState.SUCCEEDED, JobState.FAILED, JobState.CANCELLED})
OPEN = frozenset(JobState) - TERMINAL
"""States of unfinished jobs."""

ReportedState = Literal["running", "paused", "succeeded", "failed", "cancelled"]
"""States that webhooks can report; the last three are final."""

REPORTED_STATES = tuple(JobState(state) for state in get_args(ReportedState))

TRANSITIONS: dict[JobState, frozenset[JobState]] = {
    JobState.QUEUED: frozenset(
        {
            JobState.RUNNING,
            JobState.PAUSING,  # resumed while a slice was still at work
            JobState.PAUSED,
            JobState.CANCELLED,
            JobState.SUCCEEDED,
            JobState.FAILED,
        }
    ),
    JobState.RUNNING: frozenset(
        {JobState.PAUSING, JobState.PAUSED, JobState.SUCCEEDED, JobState.FAILED, JobState.CANCELLED}
    ),
    JobState.PAUSING: frozenset(
        {JobState.PAUSED, JobState.QUEUED, JobState.SUCCEEDED, JobState.FAILED, JobState.CANCELLED}
    ),
    JobState.PAUSED: frozenset({JobState.QUEUED, JobState.CANCELLED}),
    JobState.SUCCEEDED: frozenset(),
    JobState.FAILED: frozenset(),
    JobState.CANCELLED: frozenset(),
}


def check_transition(old: JobState, new: JobState) -> None:
    """Raise IllegalTransitionError unless a job may go from `old` to `new`."""
    if new not in TRANSITIONS[old]:
        raise IllegalTransitionError(f"a job that is {old} cannot become {new}")
