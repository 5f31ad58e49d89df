"""Webhooks and the outbox of their messages."""

from __future__ import annotations

from enum import StrEnum

from sqlalchemy import Double, ForeignKey, Index, String, Text, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from store.models.base import Base, not_negative, one_of, partial_index
from store.models.columns import Document, Key

WAITING = text("state = 'waiting'")


class DeliveryState(StrEnum):
    """State of a message."""

    WAITING = "waiting"  # to be sent, for the first time or again
    DELIVERED = "delivered"  # the receiver has confirmed it
    GIVEN_UP = "given up"  # refused permanently, or tried too often


class Webhook(Base):
    """A URL that is called when a job reaches one of these states."""

    __tablename__ = "webhooks"
    __table_args__ = (UniqueConstraint("job_id", "url"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    job_id: Mapped[int] = mapped_column(Key, ForeignKey("jobs.id", ondelete="CASCADE"))
    url: Mapped[str] = mapped_column(String(1000))
    states: Mapped[list[str]] = mapped_column(Document, comment="of the job, that it is called for")
    owner: Mapped[str | None] = mapped_column(String(64), comment="name of the API key that gave it")
    created_at: Mapped[float] = mapped_column(Double)


class Message:
    """A message and the outcome of sending it."""

    public_id: Mapped[str] = mapped_column(String(32), unique=True, comment="the same however often it is sent")
    state: Mapped[DeliveryState] = mapped_column(String(16), default=DeliveryState.WAITING)
    attempts: Mapped[int] = mapped_column(default=0, comment="begun; only the newest may tell what came of it")
    attempted_at: Mapped[float | None] = mapped_column(Double)
    done_at: Mapped[float | None] = mapped_column(Double)
    status: Mapped[int | None] = mapped_column(comment="of HTTP, of the last answer")
    detail: Mapped[str | None] = mapped_column(Text, comment="why the last attempt failed")


class Delivery(Message, Base):
    """A message to a webhook, written with the change that it reports."""

    __tablename__ = "deliveries"
    __table_args__ = (
        one_of("state", DeliveryState),
        *not_negative("attempts"),
        Index(None, "webhook_id"),
        partial_index("ix_deliveries_due", "due_at", where=WAITING),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    webhook_id: Mapped[int] = mapped_column(Key, ForeignKey("webhooks.id", ondelete="CASCADE"))
    event: Mapped[str] = mapped_column(String(32))
    body: Mapped[str] = mapped_column(Text, comment="as it is sent and signed")
    due_at: Mapped[float] = mapped_column(Double, comment="from then on it may be sent; a worker at it moves this on")
    created_at: Mapped[float] = mapped_column(Double)


class CampaignWebhook(Message, Base):
    """A URL that is called when a campaign has ended, with its message."""

    __tablename__ = "campaign_webhooks"
    __table_args__ = (
        one_of("state", DeliveryState),
        *not_negative("attempts"),
        UniqueConstraint("campaign_id", "url"),
        partial_index("ix_campaign_webhooks_due", "due_at", where=WAITING),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaigns.id", ondelete="CASCADE"))
    url: Mapped[str] = mapped_column(String(1000))
    owner: Mapped[str | None] = mapped_column(String(64), comment="name of the API key that gave it")
    body: Mapped[str | None] = mapped_column(Text, comment="as it is sent and signed; NULL: jobs are open")
    due_at: Mapped[float | None] = mapped_column(Double, comment="as of deliveries; NULL: jobs are open")
    created_at: Mapped[float] = mapped_column(Double)
