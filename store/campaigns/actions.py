"""What is done to a campaign as a whole: its jobs are paused, resumed, cancelled or given another priority.

Jobs are taken by the page, each in a transaction of its own, so that others write meanwhile. Where it is interrupted it
can be asked for again: jobs that it was done to already are left alone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from store.campaigns.submission import get_campaign
from store.database.db import Database
from store.jobs.lifecycle import cancel_all, pause_all, prioritise_all, resume_all
from store.models.campaigns import Campaign, CampaignCell
from store.models.jobs import Job
from store.models.states import OPEN, RESTING, JobState

PAGE = 500


def pause_campaign(database: Database, public_id: str) -> None:
    """Pause every job that has not ended."""
    _change(database, public_id, OPEN, pause_all)


def resume_campaign(database: Database, public_id: str) -> None:
    """Let every job go on that rests."""
    _change(database, public_id, RESTING, resume_all)


def cancel_campaign(database: Database, public_id: str) -> None:
    """Stop every job that has not ended for good."""
    _change(database, public_id, OPEN, cancel_all)


def prioritise_campaign(database: Database, public_id: str, priority: int) -> None:
    """Give every job that has not ended this priority."""
    _change(database, public_id, OPEN, lambda session, jobs: prioritise_all(session, jobs, priority))


def delete_campaign(session: Session, public_id: str) -> None:
    """Remove a campaign; its jobs stay, and are jobs like others."""
    campaign = get_campaign(session, public_id)
    session.execute(delete(Campaign).where(Campaign.id == campaign.id))


def _change(
    database: Database,
    public_id: str,
    states: Collection[JobState],
    change: Callable[[Session, Sequence[Job]], None],
) -> None:
    after = 0
    while True:
        with database.writing() as session:
            campaign = get_campaign(session, public_id)
            own = select(CampaignCell.job_id).where(CampaignCell.campaign_id == campaign.id)
            wanted = select(Job).where(Job.id.in_(own), Job.id > after, Job.state.in_(states))
            jobs = session.scalars(wanted.order_by(Job.id).limit(PAGE).with_for_update()).all()
            change(session, jobs)
        if len(jobs) < PAGE:
            return
        after = jobs[-1].id
