"""A campaign as the API shows it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from pydantic import BaseModel, Field

from api.http.base_document import RowDocument
from api.jobs.documents import JobDocument
from findings.comparison.jobs import Comparison
from findings.statements.statement import Statement
from store.models.states import ACTIVE, RESTING, TERMINAL, JobState
from store.queries.campaigns import CampaignProgress, Overview

CampaignAction = Literal["pause", "resume", "cancel"]


class CampaignProgressDocument(RowDocument):
    """Progress of a campaign: every job weighs the same, and an ended one counts as done whatever its outcome."""

    ended_jobs: int
    estimated_fraction: float = Field(ge=0, le=1, description="mean of the jobs' estimated shares; exact at the ends")
    estimated_seconds_left: float | None = Field(
        description="estimate for the jobs that do not rest, at the rate of the last ten minutes; null while unknown"
    )
    cpu_seconds: float
    tours: str = Field(description="tours stored, an exact decimal")


class CampaignHead(RowDocument):
    """A campaign in a list."""

    id: str
    name: str
    owner: str | None = Field(description="name of the API key that submitted it")
    created_at: datetime
    boards: int = Field(description="how many; their numbers go from 0 in the order in which they were sent")
    specifications: int = Field(description="how many, likewise")
    jobs: int = Field(description="how many it has; those that were deleted are left out")
    states: dict[JobState, int] = Field(description="its jobs by state; states without jobs are left out")
    actions: list[CampaignAction] = Field(description="what would change something now")
    tags: list[str] = Field(description="by name")


class CampaignDocument(CampaignHead):
    """A campaign and its progress."""

    progress: CampaignProgressDocument


class CellDocument(BaseModel):
    """A job with its place in a campaign."""

    board: int = Field(description="number of the board in the campaign, from 0")
    specification: int = Field(description="number of the specification in the campaign, from 0")
    job: JobDocument


class CellResultDocument(BaseModel):
    """The results of a job of a campaign: none before it has ended."""

    board: int = Field(description="number of the board in the campaign, from 0")
    specification: int = Field(description="number of the specification in the campaign, from 0")
    job: str = Field(description="id of the job")
    title: str = Field(description="the job's question in a few words")
    state: JobState
    outcome: str | None
    answer: str | None = Field(description="what was found, in one sentence; null while there is nothing to say")
    figures: list[Statement] = Field(description="those of all start squares of the job together")


class CellComparisonDocument(BaseModel):
    """A job and its counterpart in another campaign: the same board, and a specification of the same number."""

    board: int = Field(description="number of the board in the first campaign, from 0")
    specification: int = Field(description="number of the specification in both, from 0")
    label: str = Field(description="of the board")
    first: str = Field(description="id of the job")
    second: str | None = Field(description="id of the other job; null where there is none")
    comparison: Comparison | None = Field(description="null before both have ended")


def campaign_head(whole: Overview, tags: Sequence[str] = ()) -> CampaignHead:
    """Return a campaign as lists show it."""
    campaign, states = whole.campaign, whole.states
    possible: dict[CampaignAction, bool] = {
        "pause": not ACTIVE.isdisjoint(states),
        "resume": not RESTING.isdisjoint(states),
        "cancel": not TERMINAL.issuperset(states),
    }
    return CampaignHead.of(
        campaign,
        id=campaign.public_id,
        boards=whole.boards,
        specifications=whole.specifications,
        jobs=whole.jobs,
        states={state: states[state] for state in JobState if state in states},
        actions=[action for action, can_be in possible.items() if can_be],
        tags=list(tags),
    )


def campaign_document(whole: Overview, progress: CampaignProgress, tags: Sequence[str]) -> CampaignDocument:
    """Return the document of a campaign."""
    return CampaignDocument(
        **dict(campaign_head(whole, tags)),
        progress=CampaignProgressDocument.of(
            whole,
            ended_jobs=whole.ended_count,
            estimated_fraction=progress.fraction,
            estimated_seconds_left=progress.eta_seconds,
        ),
    )
