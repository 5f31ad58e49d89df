"""Webhooks of a job and the messages to them as the API shows them."""

from __future__ import annotations

from datetime import datetime

from pydantic import BaseModel, Field

from api.http.base_document import RowDocument
from store.models.webhooks import CampaignWebhook, Delivery, DeliveryState, Webhook


class WebhookDocument(RowDocument):
    """A URL that is called when a job changes its state."""

    url: str
    states: list[str] = Field(description="states of the job that it is called for")
    owner: str | None = Field(description="name of the API key that gave it")
    created_at: datetime


class WebhooksDocument(BaseModel):
    """All webhooks of a job."""

    items: list[WebhookDocument]


class DeliveryDocument(RowDocument):
    """A message to a webhook, and its outcome."""

    id: str = Field(description="the message's `webhook-id`, the same however often it is sent")
    url: str
    event: str = Field(description="what it reports: job. and the state")
    state: DeliveryState
    attempts: int
    status: int | None = Field(description="of HTTP, of the last answer; null where there was none")
    detail: str | None = Field(description="why the last attempt failed; null where the message was taken")
    created_at: datetime
    attempted_at: datetime | None
    due_at: datetime | None = Field(description="when it is sent (again); null where it will not be")


class CampaignWebhookDocument(RowDocument):
    """A URL that is called when a campaign has ended, and the outcome of the message."""

    id: str = Field(description="the message's `webhook-id`, the same however often it is sent")
    url: str
    owner: str | None = Field(description="name of the API key that gave it")
    created_at: datetime
    written: bool = Field(description="whether the campaign has ended, so that there is a message")
    state: DeliveryState
    attempts: int
    status: int | None = Field(description="of HTTP, of the last answer; null where there was none")
    detail: str | None = Field(description="why the last attempt failed; null where the message was taken")
    attempted_at: datetime | None


class CampaignWebhooksDocument(BaseModel):
    """All webhooks of a campaign."""

    items: list[CampaignWebhookDocument]


def campaign_webhook_document(row: CampaignWebhook) -> CampaignWebhookDocument:
    """Return the document of a webhook of a campaign."""
    return CampaignWebhookDocument.of(row, id=row.public_id, written=row.body is not None)


def delivery_document(row: Delivery, webhook: Webhook) -> DeliveryDocument:
    """Return the document of a message to a webhook."""
    due = row.due_at if row.state == DeliveryState.WAITING else None
    return DeliveryDocument.of(row, id=row.public_id, url=webhook.url, due_at=due)
