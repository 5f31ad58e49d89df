"""Attachments of a job: its campaign, webhooks and deliveries."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from store.models.campaigns import Campaign, CampaignCell
from store.models.jobs import Job
from store.models.webhooks import Delivery, Webhook


@dataclass(frozen=True)
class Attached:
    """webhooks: oldest first, ten at most. deliveries: the newest messages, newest first."""

    campaign: Campaign | None
    webhooks: list[Webhook]
    deliveries: list[tuple[Delivery, Webhook]]


def load_attachments(session: Session, job: Job, messages: int) -> Attached:
    """Return a job's attachments with up to `messages` messages, in one query."""
    statement = (
        select(Campaign, Webhook, Delivery)
        .select_from(Job)
        .outerjoin(CampaignCell, CampaignCell.job_id == Job.id)
        .outerjoin(Campaign, Campaign.id == CampaignCell.campaign_id)
        .outerjoin(Webhook, Webhook.job_id == Job.id)
        .outerjoin(Delivery, Delivery.webhook_id == Webhook.id)
        .where(Job.id == job.id)
    )
    rows: list[tuple[Campaign | None, Webhook | None, Delivery | None]] = [
        (row[0], row[1], row[2]) for row in session.execute(statement.order_by(Webhook.id, Delivery.id))
    ]
    hooks = {hook.id: hook for _, hook, _ in rows if hook}
    sent = {one.id: (one, hook) for _, hook, one in rows if hook and one}
    newest = sorted(sent, reverse=True)[:messages]
    return Attached(
        campaign=next((campaign for campaign, *_ in rows), None),
        webhooks=list(hooks.values()),
        deliveries=[sent[key] for key in newest],
    )
