"""Webhooks of campaigns: one message each when the campaign has ended, stored in the webhook's own row.

A campaign has no state whose change could write the message, so the sweeper looks for campaigns without open jobs.
"""

from __future__ import annotations

import json
import secrets

from sqlalchemy import ColumnElement, delete, exists, func, select
from sqlalchemy.orm import Session

from store.database.db import now
from store.database.times import iso_time
from store.models.campaigns import Campaign, CampaignCell
from store.models.jobs import Job
from store.models.states import TERMINAL
from store.models.webhooks import CampaignWebhook, DeliveryState
from store.webhooks.outbox import TooManyWebhooksError

MAX_PER_CAMPAIGN = 10
EVENT = "campaign.ended"


def add_campaign_webhook(session: Session, campaign: Campaign, url: str, owner: str | None = None) -> CampaignWebhook:
    """Register an allowed URL with a locked campaign. Registering it again sends its message again.

    Raises TooManyWebhooksError beyond ten.
    """
    known = campaign_webhooks_of(session, campaign)
    found = next((one for one in known if one.url == url), None)
    if found is not None:
        session.delete(found)
        session.flush()
    elif len(known) >= MAX_PER_CAMPAIGN:
        raise TooManyWebhooksError(f"a campaign has {MAX_PER_CAMPAIGN} webhooks at most")
    made = CampaignWebhook(
        campaign_id=campaign.id, url=url, owner=owner, public_id=secrets.token_hex(16), created_at=now(session)
    )
    session.add(made)
    session.flush()
    return made


def campaign_webhooks_of(session: Session, campaign: Campaign) -> list[CampaignWebhook]:
    """Return the campaign's webhooks, oldest first: ten at most."""
    own = select(CampaignWebhook).where(CampaignWebhook.campaign_id == campaign.id)
    return list(session.scalars(own.order_by(CampaignWebhook.id)))


def remove_campaign_webhook(session: Session, campaign: Campaign, url: str) -> bool:
    """Remove a campaign's webhook; return whether it existed."""
    ours = delete(CampaignWebhook).where(CampaignWebhook.campaign_id == campaign.id, CampaignWebhook.url == url)
    return session.connection().execute(ours).rowcount > 0


def write_campaign_messages(session: Session) -> int:
    """Write the messages of campaigns that have jobs and no open one; return how many."""
    untold = (CampaignWebhook.state == DeliveryState.WAITING, CampaignWebhook.due_at.is_(None))
    ended = select(CampaignWebhook).where(*untold, _has_jobs(), ~_has_jobs(Job.state.not_in(TERMINAL)))
    found = session.scalars(ended.with_for_update(skip_locked=True)).all()
    for row in found:
        row.due_at = now(session)
        row.body = _body(session, row)
    return len(found)


def _has_jobs(*which: ColumnElement[bool]) -> ColumnElement[bool]:
    """Whether the webhook's campaign has jobs that satisfy the conditions."""
    own = CampaignCell.campaign_id == CampaignWebhook.campaign_id
    return exists().where(own, CampaignCell.job_id == Job.id, *which)


def _body(session: Session, row: CampaignWebhook) -> str:
    campaign = session.get_one(Campaign, row.campaign_id)
    cells = select(Job.state, func.count()).join(CampaignCell).where(CampaignCell.campaign_id == campaign.id)
    states = {str(state): number for state, number in session.execute(cells.group_by(Job.state))}
    data = {"id": campaign.public_id, "name": campaign.name, "jobs": sum(states.values()), "states": states}
    assert row.due_at is not None
    return json.dumps({"type": EVENT, "timestamp": iso_time(row.due_at), "data": data}, ensure_ascii=False)
