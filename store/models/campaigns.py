"""Campaigns: many jobs under one name, one for each board and specification."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Double, ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from store.models.base import Base
from store.models.columns import Document, Key


class Campaign(Base):
    """Boards x specifications under one name. Both lists only grow, so their indices, from 0, are permanent."""

    __tablename__ = "campaigns"

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    public_id: Mapped[str] = mapped_column(String(32), unique=True, comment="what users see, in every URL")
    name: Mapped[str] = mapped_column(String(200))
    owner: Mapped[str | None] = mapped_column(String(64), comment="name of the API key that submitted it")
    boards: Mapped[list[Any]] = mapped_column(Document, deferred=True, comment="as specifications say them, in order")
    specifications: Mapped[list[dict[str, Any]]] = mapped_column(
        Document, deferred=True, comment="of jobs, without their board, in order"
    )
    created_at: Mapped[float] = mapped_column(Double)


class CampaignCell(Base):
    """A job's cell in its campaign. Deleting the job removes the cell at once."""

    __tablename__ = "campaign_cells"
    __table_args__ = (
        UniqueConstraint("campaign_id", "board_number", "specification_number"),
        Index(None, "campaign_id", "job_id"),
    )

    job_id: Mapped[int] = mapped_column(
        Key, ForeignKey("jobs.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaigns.id", ondelete="CASCADE"))
    board_number: Mapped[int]
    specification_number: Mapped[int]
