"""A job as the API shows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Literal

from pydantic import BaseModel, Field

from api.http.base_document import OLD_NAME, RowDocument
from api.http.specification_field import SpecificationJson
from language.translate import gettext_noop
from phrasing.titles import job_title
from store.models.jobs import Job
from store.models.shards import Shard, Slice
from store.models.states import RESTING, TERMINAL, TRANSITIONS, JobState, ShardState, Step
from store.queries.blocked_jobs import Live, Waiting, waiting_for
from store.queries.jobs import Progress
from store.trust.adoption import adoptable
from store.trust.spot_checks import ERRED

Action = Literal["pause", "resume", "cancel", "retry", "adopt", "delete"]

REMEDIES: dict[Waiting, str] = {
    "worker": "No worker is alive: the job goes on when one starts.",
    "engine": "No live worker has the code that the job was begun with (engine {engine}). "
    "Start one that has it, or let the present code go on with the job: cavalier adopt {id}",
    "trust": "No other worker has its code: {names} " + ERRED + ".",
    "kernels": "Its kernels are being compiled, which happens once for each version of the code and takes up to a "
    "minute; then its work begins.",
    "jobs": "It begins when these jobs have succeeded: {jobs}.",
}


class WaitingDocument(BaseModel):
    """What an active job waits for, and what to do about it."""

    lacks: Waiting = Field(
        description="worker: none is alive; engine: none alive has the job's code; "
        "trust: each alive that has it was found to err; kernels: they are being compiled; "
        "room: for its results, so the service has paused it; jobs: it comes after others that have not all succeeded"
    )
    remedy: str
    jobs: list[str] = Field(default=[], description="ids of the jobs that it waits for")


class ProgressDocument(RowDocument):
    """How far a job is. Shards, work and time spent are exact as of the last commits; the rest is estimated."""

    shards: int
    finished_shards: int
    leased_shards: int = Field(description="shards that a worker holds at this moment")
    work: str = Field(description="units done (nodes, walks, squares), an exact decimal")
    tours: str = Field(description="tours stored, an exact decimal")
    cpu_seconds: float
    estimated_work: float | None = Field(description="estimate of the whole job's units; null while unknown")
    estimated_fraction: float = Field(ge=0, le=1, description="estimated share done; 1 when the job has succeeded")
    rates: dict[str, float] = Field(description="units a second, averaged over the window that the name says")
    estimated_seconds_left: float | None = Field(
        description="estimate at the rate of the last ten minutes; null while unknown"
    )
    seconds_left_range: tuple[float, float] | None = Field(
        description="least and most of these; nine of ten recorded runs ended within it"
    )


class JobDocument(RowDocument):
    """A job: its question and its current state."""

    id: str
    kind: str
    method: str | None
    board: str | None
    label: str | None
    tags: list[str] = Field(default=[], description="in alphabetical order")
    title: str = Field(description="the job's question in a few words")
    owner: str | None = Field(description="name of the API key that submitted it")
    priority: int
    state: JobState
    step: Step | None = Field(description="what a worker has to do for the job as a whole before it goes on")
    problem: dict[str, object] | None = Field(description="the problem document of a step that failed")
    outcome: str | None
    explanation: str | None
    code_digest: str = Field(description="digest of the code whose workers may compute it")
    engine: str = Field(description=OLD_NAME)
    rounds: int
    specification: SpecificationJson = Field(description="as submitted, normalised, with defaults filled in")
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    progress: ProgressDocument
    waiting: WaitingDocument | None = Field(description="what the job waits for; null where its work goes on")
    confirmed_slices: int = Field(description="slices drawn at random that another run gave again, bit by bit")
    confirmed_on_another_host: int = Field(description="of these, on another host")
    adoption: AdoptionDocument | None = Field(description="null where no other code was asked to go on, or it does")
    actions: list[Action] = Field(description="what may be asked of the job in its present state")


class AdoptionDocument(BaseModel):
    """A request that other code continue the job: it runs the last slice of each shard again and compares."""

    state: Literal["checking", "refused"]
    engine: str = Field(description="digest of the code that is to go on")
    shards: int = Field(description="shards to be checked: those that have begun")
    equal: int = Field(description="of these, the last slice of this many gave the same again, bit by bit")
    different: list[str] = Field(description="shards whose slice gave something else")
    unknown: list[str] = Field(description="shards whose slice could not be run again, and why")


class EventDocument(RowDocument):
    """Something that happened to a job."""

    id: int
    at: datetime
    name: str
    data: dict[str, object]


class SliceDocument(RowDocument):
    """One committed piece of work. Its input digest is the output digest of the shard's slice before it."""

    id: int
    shard: int
    shard_label: str
    seq: int
    worker: str
    code_digest: str = Field(description="digest of the code that computed it")
    engine: str = Field(description=OLD_NAME)
    input_digest: str
    output_digest: str
    work: str
    tours: int
    wall_seconds: float
    cpu_seconds: float
    done_at: datetime


class ShardDocument(RowDocument):
    """One independent part of a job."""

    number: int
    label: str
    state: ShardState
    slices: int
    attempts: int = Field(description="leases lost or crashed since the last commit")
    last_error: str | None
    worker: str | None
    work: str
    tours: str
    estimated_fraction: float
    cpu_seconds: float


def job_document(
    job: Job,
    board: str | None,
    progress: Progress,
    live: Live,
    prerequisites: Mapping[str, JobState] = MappingProxyType({}),
    tags: Sequence[str] = (),
) -> JobDocument:
    """Return the document of a job whose board has this label.

    live: the digests of the code of live workers. prerequisites: the states of the jobs that it waits for.
    """
    return JobDocument.of(
        job,
        id=job.public_id,
        board=board,
        tags=tags,
        engine=job.code_digest,
        title=job_title(job.specification, board),
        progress=progress_document(progress),
        waiting=_waiting_for_jobs(prerequisites) or _waiting(job, live, compiling=progress.compiling),
        confirmed_slices=job.confirmed,
        confirmed_on_another_host=job.confirmed_elsewhere,
        actions=actions(job),
    )


def _waiting_for_jobs(prerequisites: Mapping[str, JobState]) -> WaitingDocument | None:
    left = [public_id for public_id, state in prerequisites.items() if state != JobState.SUCCEEDED]
    if not left:
        return None
    lost = [public_id for public_id in left if prerequisites[public_id] in TERMINAL]
    remedy = REMEDIES["jobs"].format(jobs=", ".join(left))
    if lost:
        remedy = gettext_noop(
            f"It comes after job {lost[0]}, which has not succeeded: retry that job, or cancel this one."
        )
    return WaitingDocument(lacks="jobs", remedy=remedy, jobs=left)


def _waiting(job: Job, live: Live, *, compiling: bool) -> WaitingDocument | None:
    if job.held is not None and job.state in RESTING:
        return WaitingDocument(lacks="room", remedy=job.held)
    lacks: Waiting | None = waiting_for(job, live) or ("kernels" if compiling else None)
    if lacks is None:
        return None
    names = " and ".join(live.erring_with(job.code_digest))
    remedy = REMEDIES[lacks].format(engine=job.code_digest, id=job.public_id, names=names)
    return WaitingDocument(lacks=lacks, remedy=remedy)


def progress_document(progress: Progress) -> ProgressDocument:
    """Return the document of a job's progress."""
    left = progress.time_left
    return ProgressDocument.of(
        progress,
        estimated_fraction=progress.fraction,
        estimated_seconds_left=None if left is None else left.seconds,
        seconds_left_range=None if left is None else (left.least, left.most),
    )


def actions(job: Job) -> list[Action]:
    """Return the actions that would change the job in its present state."""
    state = JobState(job.state)
    leads_to: dict[Action, JobState] = {
        "pause": JobState.PAUSED,
        "resume": JobState.QUEUED,
        "cancel": JobState.CANCELLED,
    }
    possible = [action for action, goal in leads_to.items() if goal in TRANSITIONS[state]]
    if state == JobState.FAILED and job.step is None:
        possible.append("retry")
    if adoptable(job):
        possible.append("adopt")
    if state in TERMINAL and job.step is None:
        possible.append("delete")
    return [action for action in possible if not (action == "pause" and state == JobState.PAUSING)]


def slice_document(row: Slice, number: int, label: str) -> SliceDocument:
    """Return the document of a slice of the shard with this number and label."""
    return SliceDocument.of(row, shard=number, shard_label=label, engine=row.code_digest)


def shard_document(shard: Shard) -> ShardDocument:
    """Return the document of a shard."""
    done = 1.0 if shard.state == ShardState.FINISHED else shard.progress
    return ShardDocument.of(shard, slices=shard.seq, estimated_fraction=done)
