"""Jobs: filtered lists in keyset pages, progress, history."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, Subquery, bindparam, case, func, select, true
from sqlalchemy.orm import InstrumentedAttribute, Session, joinedload

from engine.kinds.common.kind import Spent
from store.database.db import number_of, session_on
from store.database.expressions import CLOCK
from store.jobs.lifecycle import missing_job
from store.jobs.maintenance import DEAD_AFTER_SECONDS
from store.jobs.shard_totals import COLUMNS, NO_SHARDS, Sums
from store.jobs.time_left import TimeLeft, find_time_left
from store.models.boards import BoardRow
from store.models.campaigns import Campaign, CampaignCell
from store.models.jobs import KEPT, Event, Job, JobSums
from store.models.operations import DistrustedWorker, WorkerRow
from store.models.shards import Shard, Slice
from store.models.states import JobState
from store.queries.blocked_jobs import compiling_jobs
from store.queries.note_filters import note_conditions
from store.queries.spent_budgets import budgeted_work, is_budgeted, newest_error

RATE_WINDOWS = (60.0, 600.0, 3600.0)
NO_RATES = {f"{int(window)}s": 0.0 for window in RATE_WINDOWS}
STEADY_SECONDS = 600.0
STEADY = f"{int(STEADY_SECONDS)}s"
"""The window whose rate gives the remaining time."""

MIN_SPAN = 1e-3
"""Seconds; shorter work has no rate."""

JOBS, SUMS, WORKERS, EVENTS = Job.__table__, JobSums.__table__, WorkerRow.__table__, Event.__table__


Version = tuple[Any, ...]
"""A value that changes whenever the displayed job does."""


LIVE = WORKERS.c.seen_at >= CLOCK - DEAD_AFTER_SECONDS
_VERSIONS = (
    select(
        JOBS.c.public_id,
        JOBS.c.state,
        JOBS.c.step_fence,
        func.coalesce(SUMS.c.changes, 0),
        select(func.max(EVENTS.c.id)).where(EVENTS.c.job_id == JOBS.c.id).correlate(JOBS).scalar_subquery(),
        JOBS.c.code_digest,
        JOBS.c.adoption,
        JOBS.c.confirmed,
        select(func.count()).select_from(WORKERS).where(LIVE).scalar_subquery(),
        select(func.max(WORKERS.c.started_at)).where(LIVE).scalar_subquery(),
        select(func.count()).select_from(DistrustedWorker.__table__).scalar_subquery(),
    )
    .select_from(JOBS.outerjoin(SUMS, SUMS.c.job_id == JOBS.c.id))
    .where(KEPT)
)
"""Jobs, their shards and events, live and distrusted workers. Built once on tables, not models, for frequent polls."""

ONE_VERSION = _VERSIONS.where(JOBS.c.public_id == bindparam("public_id"))
VERSIONS = _VERSIONS.where(JOBS.c.public_id.in_(bindparam("public_ids", expanding=True)))


Order = Literal["oldest", "newest"]
"""Direction of a list through its index."""


@dataclass(frozen=True)
class JobFilter:
    """Filter of jobs; empty fields do not restrict."""

    states: Sequence[JobState] = ()
    kinds: Sequence[str] = ()
    methods: Sequence[str] = ()
    board: str | None = None
    label: str | None = None
    search: str | None = None
    campaign: str | None = None
    tags: Sequence[str] = ()
    note: str | None = None
    sort: Order = "newest"


@dataclass(frozen=True)
class Progress:
    """Progress of a job; all but the shard counts and the work done are estimates while it runs.

    work: units done (the kind's own: nodes, walks, squares). estimated_work: of the whole job, None while unknown.
    rates: units a second over the last 1, 10 and 60 minutes. time_left: at the rate of the last ten minutes.
    compiling: whether it waits for its kernels to be compiled.
    """

    shards: int
    finished_shards: int
    leased_shards: int
    work: int
    estimated_work: float | None
    fraction: float
    cpu_seconds: float
    tours: int
    rates: dict[str, float] = field(default_factory=dict)
    time_left: TimeLeft | None = None
    compiling: bool = False


def following(
    key: InstrumentedAttribute[int], order: Order, cursor: int | None
) -> tuple[ColumnElement[bool], ColumnElement[int] | InstrumentedAttribute[int]]:
    """Return the condition of the rows after the key `cursor` (None: of all), and their order."""
    ahead = (key < cursor if order == "newest" else key > cursor) if cursor is not None else true()
    return ahead, key.desc() if order == "newest" else key


def find_jobs(
    session: Session, job_filter: JobFilter, *, before: int | None, limit: int, lock: bool = False
) -> list[Job]:
    """Return up to `limit` jobs in the filter's order after id `before`; `job.board` is loaded. lock: for update."""
    ahead, by = following(Job.id, job_filter.sort, before)
    statement = select(Job).where(*_conditions(session, job_filter), ahead).options(joinedload(Job.board))
    statement = statement.order_by(by).limit(limit)
    return list(session.scalars(statement.with_for_update(of=Job) if lock else statement))


def count_jobs(session: Session, job_filter: JobFilter) -> int:
    """Return how many jobs `find_jobs` lists on all pages."""
    return number_of(session, Job, *_conditions(session, job_filter))


def version(connection: Connection, public_id: str) -> Version:
    """Return the version of a job's page (for ETags), in one cheap query; JobNotFoundError as `get_job`."""
    row = connection.execute(ONE_VERSION, {"public_id": public_id}).first()
    if row is None:
        with session_on(connection) as session:
            raise missing_job(session, public_id)
    return _version(*row[1:])


def versions(connection: Connection, public_ids: Collection[str]) -> dict[str, Version]:
    """Return the versions of jobs by public id, in one query; missing jobs are left out."""
    rows = connection.execute(VERSIONS, {"public_ids": list(public_ids)})
    return {row[0]: _version(*row[1:]) for row in rows}


def _version(state: JobState, fence: int, changes: int, *more: object) -> Version:
    return str(state), int(fence), int(changes), *more


def initial_progress(job: Job, shards: int) -> Progress:
    """Return the progress of a job just submitted, without a query."""
    return _progress(job, NO_SHARDS._replace(shards=shards), NO_RATES, budgeted_work(job))


def progress(session: Session, job: Job) -> Progress:
    """Return the progress of the job."""
    return progress_of(session, [job])[job.id]


def progress_of(session: Session, jobs: Sequence[Job]) -> dict[int, Progress]:
    """Return the progress of each job, by job id, in a few queries.

    Untouched shards are assumed to be as large as the mean of the others.
    """
    found, rates, errors = _sums_and_rates(session, jobs)
    compiling = compiling_jobs(session, [job.id for job in jobs if found[job.id].leased])
    return {
        job.id: _progress(
            job,
            found[job.id],
            rates[job.id],
            whole_work(job, found[job.id], errors[job.id]),
            compiling=job.id in compiling,
        )
        for job in jobs
    }


def whole_work(job: Job, sums: Sums, error: float | None) -> float | None:
    """Return the units of the whole job: by its budget, or estimated from the shards known so far."""
    if is_budgeted(job):
        return budgeted_work(job, Spent(sums.work, sums.cpu_seconds, lambda: error or None))
    return sums.size / sums.sized * sums.shards if sums.sized and sums.size else None


def _progress(
    job: Job, sums: Sums, rates: dict[str, float], total: float | None, *, compiling: bool = False
) -> Progress:
    fraction = fraction_of(job, sums.work, total)
    return Progress(
        sums.shards,
        sums.finished,
        sums.leased,
        sums.work,
        total,
        fraction,
        sums.cpu_seconds,
        sums.tours,
        rates,
        _time_left(job, sums.work, total, rates),
        compiling,
    )


def events(
    session: Session, job: Job, *, cursor: int | None = None, limit: int = 100, order: Order = "oldest"
) -> list[Event]:
    """Return up to `limit` of the job's events after the id `cursor`."""
    ahead, by = following(Event.id, order, cursor)
    return list(session.scalars(select(Event).where(Event.job_id == job.id, ahead).order_by(by).limit(limit)))


def count_events(session: Session, job: Job) -> int:
    """Return the number of the job's events."""
    return number_of(session, Event, Event.job_id == job.id)


def shards(session: Session, job: Job, *, cursor: int | None = None, limit: int = 100) -> list[Shard]:
    """Return up to `limit` of the job's shards after the number `cursor`."""
    ahead, by = following(Shard.number, "oldest", cursor)
    return list(session.scalars(select(Shard).where(Shard.job_id == job.id, ahead).order_by(by).limit(limit)))


def faults(shards: Sequence[Shard]) -> list[str]:
    """Return the distinct errors of these shards, each with the label of its first shard."""
    first: dict[str, str] = {}
    for shard in shards:
        if shard.last_error:
            first.setdefault(shard.last_error, shard.label)
    return [f"{label}: {error}" for error, label in first.items()]


def slices(
    session: Session, job: Job, *, cursor: int | None = None, limit: int = 100, order: Order = "oldest"
) -> list[tuple[Slice, int, str]]:
    """Return up to `limit` of the job's slices after the id `cursor`, with shard number and label."""
    ahead, by = following(Slice.id, order, cursor)
    statement = (
        select(Slice, Shard.number, Shard.label)
        .join(Shard, Shard.id == Slice.shard_id)
        .where(Slice.job_id == job.id, ahead)
        .order_by(by)
        .limit(limit)
    )
    return [(row[0], row[1], row[2]) for row in session.execute(statement)]


def count_slices(session: Session, job: Job) -> int:
    """Return the number of the job's slices."""
    return session.scalar(select(func.count()).where(Slice.job_id == job.id)) or 0


def _conditions(session: Session, job_filter: JobFilter) -> list[ColumnElement[bool]]:
    asked: list[ColumnElement[bool]] = [KEPT]
    asked += [
        column.in_(values)
        for column, values in (
            (Job.state, job_filter.states),
            (Job.kind, job_filter.kinds),
            (Job.method, job_filter.methods),
        )
        if values
    ]
    if job_filter.board is not None:
        boards = session.scalars(select(BoardRow.id).where(BoardRow.label == job_filter.board))
        asked.append(Job.board_id.in_(boards.all()))  # usually one, whose jobs an index has in order
    if job_filter.label is not None:
        asked.append(Job.label == job_filter.label)
    if job_filter.campaign is not None:
        cells = select(CampaignCell.job_id).join(Campaign, Campaign.id == CampaignCell.campaign_id)
        asked.append(Job.id.in_(cells.where(Campaign.public_id == job_filter.campaign)))
    asked += note_conditions(Job, job_filter.tags, job_filter.note)
    if job_filter.search is not None:
        found = Job.label.icontains(job_filter.search, autoescape=True)
        asked.append(found | Job.public_id.startswith(job_filter.search, autoescape=True))
    return asked


def fraction_of(job: Job, work: int, total: float | None) -> float:
    """Return the estimated share of a job that is done."""
    if job.state == JobState.SUCCEEDED:
        return 1.0
    return min(0.999, work / total) if total else 0.0


def _sums_and_rates(
    session: Session, jobs: Sequence[Job]
) -> tuple[dict[int, Sums], dict[int, dict[str, float]], dict[int, float | None]]:
    """Return each job's shard totals, its rates over each window, and its error, by job id.

    A slice that began before the window counts in proportion. A window begins with the job's first slice at the
    earliest. It ends with the last slice, or one slice before now if that is later, as work since may be uncommitted.
    So steady work has a steady rate.
    """
    ids = [job.id for job in jobs]
    done = recent_work(CLOCK, Slice.job_id.in_(ids), RATE_WINDOWS)
    statement = select(Job.id, CLOCK, *list(done.c)[1:], newest_error(), JobSums.job_id, *COLUMNS).select_from(Job)
    statement = statement.outerjoin(done, done.c.job_id == Job.id).outerjoin(JobSums, JobSums.job_id == Job.id)
    found = {row[0]: row[1:] for row in session.execute(statement.where(Job.id.in_(ids)))}
    error, last = 4 + len(RATE_WINDOWS), 5 + len(RATE_WINDOWS)
    sums = {key: NO_SHARDS if row[last] is None else Sums(*row[last + 1 :]) for key, row in found.items()}
    rates = {key: NO_RATES if row[1] is None else _per_second(*row[:error]) for key, row in found.items()}
    return sums, rates, {key: row[error] for key, row in found.items()}


def recent_work(moment: ColumnElement[float], whose: ColumnElement[bool], windows: Sequence[float]) -> Subquery:
    """Return the slice figures for rates, by job: first begin, last end, longest duration, units within each window.

    Times are in seconds, and windows end now. whose: a condition on slices. Jobs without slices in the longest window
    are absent.
    """
    begun, longest = func.min(Slice.done_at - Slice.wall_seconds), func.max(Slice.wall_seconds)
    units = (_within(moment - window) for window in windows)
    return (
        select(Slice.job_id, begun, func.max(Slice.done_at), longest, *units)
        .where(whose, Slice.done_at >= moment - max(windows))
        .group_by(Slice.job_id)
        .subquery()
    )


def _within(since: ColumnElement[float]) -> ColumnElement[float]:
    """Return the sum of the work that slices did after a moment."""
    share = (Slice.done_at - since) / Slice.wall_seconds
    began_before = Slice.done_at - Slice.wall_seconds < since
    return func.sum(case((Slice.done_at < since, 0.0), (began_before, Slice.work * share), else_=1.0 * Slice.work))


def rate_over(window: float, moment: float, began: float, last: float, longest: float, work: float) -> float:
    """Return units a second over a window, from the figures of `recent_work`."""
    span = max(last, float(moment) - longest) - max(began, float(moment) - window)
    return float(work) / max(MIN_SPAN, span) if work else 0.0


def _per_second(moment: float, begun: float, last: float, longest: float, *work: float) -> dict[str, float]:
    done = zip(NO_RATES, RATE_WINDOWS, work, strict=True)
    return {name: rate_over(window, moment, begun, last, longest, units) for name, window, units in done}


TOO_LITTLE, FIRST_SECONDS = 1e-4, 60.0
"""A smaller share, done within this time, is too little for an estimate of the whole."""


def _time_left(job: Job, work: int, total: float | None, rates: dict[str, float]) -> TimeLeft | None:
    """Return the time left at the rate of the last ten minutes, which changes gradually.

    None if nothing was done in that time, if more is done already than was estimated, or if too little is done in the
    first minute for any estimate.
    """
    if job.state != JobState.RUNNING or total is None or not 0 < work < total or not rates[STEADY]:
        return None
    if work < total * TOO_LITTLE and work < rates[STEADY] * FIRST_SECONDS:
        return None
    return find_time_left(work, total, rates[STEADY], budgeted=is_budgeted(job))
