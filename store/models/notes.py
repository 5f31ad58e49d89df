"""Notes and tags that people put on jobs, campaigns and boards."""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Double, ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from store.models.base import Base
from store.models.columns import Key

SUBJECTS = ("job_id", "campaign_id", "board")
ONE_SUBJECT = " + ".join(f"CASE WHEN {name} IS NULL THEN 0 ELSE 1 END" for name in SUBJECTS) + " = 1"


class Remark:
    """A note on one subject: a job, a campaign or a board. It is deleted with the job or campaign."""

    job_id: Mapped[int | None] = mapped_column(Key, ForeignKey("jobs.id", ondelete="CASCADE"))
    campaign_id: Mapped[int | None] = mapped_column(Key, ForeignKey("campaigns.id", ondelete="CASCADE"))
    board: Mapped[str | None] = mapped_column(String(1100), comment="the board's label, whether or not a job used it")
    author: Mapped[str | None] = mapped_column(String(64), comment="name of the API key that gave it")
    created_at: Mapped[float] = mapped_column(Double)


class Note(Remark, Base):
    """A text about a job, a campaign or a board."""

    __tablename__ = "notes"
    __table_args__ = (
        CheckConstraint(ONE_SUBJECT, name="subject"),
        *(Index(None, name, "id") for name in SUBJECTS),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    text: Mapped[str] = mapped_column(Text, comment="Markdown")


class Tag(Remark, Base):
    """A tag of a job, a campaign or a board."""

    __tablename__ = "tags"
    __table_args__ = (
        CheckConstraint(ONE_SUBJECT, name="subject"),
        *(UniqueConstraint(name, "name") for name in SUBJECTS),
        Index(None, "name"),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
