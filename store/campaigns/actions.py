"""Actions on whole campaigns: pause, resume, cancel and prioritise their jobs.

Jobs are changed page by page, each page in its own transaction, so that other writers proceed. An interrupted action
can be repeated: it skips jobs already changed.
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
    """Pause every unfinished job."""
    _change(database, public_id, OPEN, pause_all)


def resume_campaign(database: Database, public_id: str) -> None:
    """Resume every paused job."""
    _change(database, public_id, RESTING, resume_all)


def cancel_campaign(database: Database, public_id: str) -> None:
    """Cancel every unfinished job."""
    _change(database, public_id, OPEN, cancel_all)


def prioritise_campaign(database: Database, public_id: str, priority: int) -> None:
    """Set the priority of every unfinished job."""
    _change(database, public_id, OPEN, lambda session, jobs: prioritise_all(session, jobs, priority))


def delete_campaign(session: Session, public_id: str) -> None:
    """Remove a campaign; its jobs remain as ordinary jobs."""
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
            matching = select(Job).where(Job.id.in_(own), Job.id > after, Job.state.in_(states))
            jobs = session.scalars(matching.order_by(Job.id).limit(PAGE).with_for_update()).all()
            change(session, jobs)
        if len(jobs) < PAGE:
            return
        after = jobs[-1].id
