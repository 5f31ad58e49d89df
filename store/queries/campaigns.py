"""Campaigns: lists, cells, and progress."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, ScalarSelect, Select, case, func, select
from sqlalchemy.orm import Session, joinedload

from engine.kinds.figure_scope import LENGTHS
from store.database.expressions import CLOCK
from store.jobs.shard_totals import COLUMNS, NO_SHARDS, Sums
from store.models.boards import BoardRow
from store.models.campaigns import Campaign, CampaignCell
from store.models.jobs import Job, JobSums
from store.models.results import CountRow, EstimateRow
from store.models.shards import Shard, Slice
from store.models.states import ACTIVE, TERMINAL, JobState
from store.models.tours import TourRun
from store.queries.jobs import (
    STEADY_SECONDS,
    fraction_of,
    rate_over,
    recent_work,
    whole_work,
)
from store.queries.spent_budgets import newest_error


@dataclass(frozen=True)
class Overview:
    """Totals of a campaign. states: its jobs by state, without empty states.

    cpu_seconds, tours: spent and stored by its jobs so far, exact.
    """

    campaign: Campaign
    boards: int
    specifications: int
    states: dict[JobState, int]
    cpu_seconds: float
    tours: int

    @property
    def jobs(self) -> int:
        """Its number of jobs."""
        return sum(self.states.values())

    @property
    def ended_count(self) -> int:
        """Its number of ended jobs."""
        return sum(number for state, number in self.states.items() if state in TERMINAL)


@dataclass(frozen=True)
class CampaignProgress:
    """Progress of a campaign. All jobs weigh the same; ended ones count as done, however they ended.

    fraction: the mean of the jobs' shares, an estimate while any runs. eta_seconds: of the queued and running jobs, at
    the rate (shares of jobs a second) of the last ten minutes; None while unknown.
    """

    fraction: float
    eta_seconds: float | None


@dataclass(frozen=True)
class Cell:
    """A job with its place in the campaign; the board of the job is loaded."""

    board_number: int
    specification_number: int
    job: Job


HEADLINES = ("tours", "cycles", "closed", "open", *LENGTHS)
"""Facts for a cell of the grid, in order: the cell shows the first one that its job has counted."""


class Square(NamedTuple):
    """A job in the grid: id, state and outcome, its board's label, the count or estimate, and its first tour's id."""

    job: str
    state: str
    outcome: str | None
    board: str
    value: int | None
    estimate: float | None
    tour: int | None


def find_campaigns(
    session: Session, *, before: int | None, limit: int, conditions: Sequence[ColumnElement[bool]] = ()
) -> list[Overview]:
    """Return up to `limit` campaigns with ids below `before` that meet all conditions, newest first, in two queries."""
    selected = _overviews().where(*conditions).order_by(Campaign.id.desc()).limit(limit)
    return _with_states(session, selected if before is None else selected.where(Campaign.id < before))


def overview(session: Session, campaign: Campaign) -> Overview:
    """Return the totals of a campaign."""
    return _with_states(session, _overviews().where(Campaign.id == campaign.id))[0]


def find_cells(
    session: Session, campaign: Campaign, *, after: int = 0, limit: int, states: Collection[JobState] = ()
) -> list[Cell]:
    """Return up to `limit` cells in order of submission, after the job with the id `after`."""
    places = select(CampaignCell.board_number, CampaignCell.specification_number, Job).join(Job, _own_job())
    selected = places.where(CampaignCell.campaign_id == campaign.id, CampaignCell.job_id > after)
    selected = selected.where(Job.state.in_(states)) if states else selected
    rows = session.execute(selected.options(joinedload(Job.board)).order_by(CampaignCell.job_id).limit(limit))
    return [Cell(*row) for row in rows]


def count_cells(session: Session, campaign: Campaign, states: Collection[JobState] = ()) -> int:
    """Return how many cells `find_cells` lists on all pages."""
    counted = select(func.count()).select_from(CampaignCell).where(CampaignCell.campaign_id == campaign.id)
    return session.scalar(counted.join(Job, _own_job()).where(Job.state.in_(states)) if states else counted) or 0


def grid(session: Session, campaign: Campaign, boards: range, specifications: range) -> dict[tuple[int, int], Square]:
    """Return a part of the grid by indices of boards and specifications, without empty cells."""
    of_job = (Job.public_id, Job.state, Job.outcome, BoardRow.label, _count(), _estimate(), _first_tour())
    selected = (
        select(CampaignCell.board_number, CampaignCell.specification_number, *of_job)
        .join(Job, _own_job())
        .outerjoin(BoardRow, BoardRow.id == Job.board_id)
        .where(CampaignCell.campaign_id == campaign.id)
        .where(CampaignCell.board_number.between(boards.start, boards.stop - 1))
        .where(CampaignCell.specification_number.between(specifications.start, specifications.stop - 1))
    )
    return {(row, column): Square._make(rest) for row, column, *rest in session.execute(selected)}


def campaigns_of(session: Session, jobs: Collection[str]) -> dict[str, int]:
    """Return the key of the campaign of each of these jobs (public ids) that belongs to one."""
    statement = select(Job.public_id, CampaignCell.campaign_id).join(CampaignCell, _own_job())
    return {job: campaign for job, campaign in session.execute(statement.where(Job.public_id.in_(jobs)))}  # noqa: C416  rows, as typed


def campaign_progress(session: Session, whole: Overview) -> CampaignProgress:
    """Return the campaign's progress, in one query.

    Shares and remaining time follow the rules of single jobs (store/queries/jobs.py).
    """
    own = select(CampaignCell.job_id).where(CampaignCell.campaign_id == whole.campaign.id)
    done = recent_work(CLOCK, Slice.job_id.in_(own), [STEADY_SECONDS])
    begun, last, longest, within = list(done.c)[1:]
    statement = (
        select(Job, newest_error(), CLOCK, begun, last, longest, within, *COLUMNS)
        .outerjoin(done, done.c.job_id == Job.id)
        .outerjoin(JobSums, JobSums.job_id == Job.id)
        .where(Job.id.in_(own), (Job.state.not_in(TERMINAL) & (JobSums.work > 0)) | done.c.job_id.is_not(None))
    )
    shares = [_share(*row) for row in session.execute(statement)]
    fraction = (whole.ended_count + sum(one.open for one in shares)) / whole.jobs if whole.jobs else 1.0
    active = sum(number for state, number in whole.states.items() if state in ACTIVE)
    left = active - sum(one.open for one in shares if one.active)
    eta = _seconds(left, [one for one in shares if one.lately]) if whole.states.get(JobState.RUNNING) else None
    return CampaignProgress(fraction, eta)


@dataclass(frozen=True)
class _Share:
    """A job's share done (0 if it has ended), whether it is active, and its share done in the window.

    times: now, and of the slices in the window the first begin, the last end and the longest duration (seconds).
    """

    open: float
    active: bool
    lately: float
    times: tuple[float, float, float, float]


def _share(job: Job, error: float | None, moment: float, *row: Any) -> _Share:  # noqa: ANN401  further columns
    begun, last, longest, units, *sums = row
    known = NO_SHARDS if sums[0] is None else Sums(*sums)
    total = whole_work(job, known, error)
    ended = job.state in TERMINAL
    size = max((0.0 if ended else total) or 0.0, known.work, 1.0)
    return _Share(
        open=0.0 if ended else fraction_of(job, known.work, total),
        active=job.state in ACTIVE,
        lately=float(units or 0.0) / size,
        times=(float(moment), begun, last, longest),
    )


def _seconds(left: float, shares: Sequence[_Share]) -> float | None:
    """Return how long `left` jobs take at the rate of the window; None if nothing was done in it."""
    if not shares:
        return None
    moments, begun, last, longest = zip(*(one.times for one in shares), strict=True)
    done = sum(one.lately for one in shares)
    return left / rate_over(STEADY_SECONDS, moments[0], min(begun), max(last), max(longest), done)


def _overviews() -> Select[Any]:
    sizes = (func.json_array_length(column) for column in (Campaign.boards, Campaign.specifications))
    return select(Campaign, *sizes)


def _with_states(session: Session, selected: Select[Any]) -> list[Overview]:
    rows = session.execute(selected).all()
    counted = (
        select(
            CampaignCell.campaign_id, Job.state, func.count(), func.sum(JobSums.cpu_seconds), func.sum(JobSums.tours)
        )
        .join(Job, _own_job())
        .outerjoin(JobSums, JobSums.job_id == Job.id)
        .where(CampaignCell.campaign_id.in_([row[0].id for row in rows]))
        .group_by(CampaignCell.campaign_id, Job.state)
    )
    found: dict[int, list[Any]] = {row[0].id: [] for row in rows}
    for campaign, *sums in session.execute(counted):
        found[campaign].append(sums)
    return [
        Overview(
            row[0],
            row[1],
            row[2],
            {JobState(state): number for state, number, _, _ in found[row[0].id]},
            cpu_seconds=float(sum(spent or 0.0 for _, _, spent, _ in found[row[0].id])),
            tours=int(sum(tours or 0 for _, _, _, tours in found[row[0].id])),
        )
        for row in rows
    ]


def _count() -> ScalarSelect[int | None]:
    """Return a column with the first fact of HEADLINES that a job has counted."""
    rank = case({fact: place for place, fact in enumerate(HEADLINES)}, value=CountRow.fact)
    counts = select(CountRow.value).where(CountRow.job_id == Job.id, CountRow.fact.in_(HEADLINES))
    return counts.order_by(rank, CountRow.id).limit(1).correlate(Job).scalar_subquery()


def _estimate() -> ScalarSelect[float | None]:
    """Return a column with a job's newest estimate of its tours."""
    estimates = select(EstimateRow.value).where(EstimateRow.job_id == Job.id, EstimateRow.fact.in_(HEADLINES))
    newest = estimates.order_by(EstimateRow.round.desc(), EstimateRow.id)
    return newest.limit(1).correlate(Job).scalar_subquery()


def _first_tour() -> ScalarSelect[int | None]:
    """Return a column with the id of a job's first stored tour."""
    runs = select(func.min(TourRun.id)).join(Shard, Shard.id == TourRun.shard_id).where(Shard.job_id == Job.id)
    return runs.correlate(Job).scalar_subquery()


def _own_job() -> ColumnElement[bool]:
    return Job.id == CampaignCell.job_id
