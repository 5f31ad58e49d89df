"""The append-only ledger of deleted jobs."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, get_args

from sqlalchemy import Double, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from engine.specification.outcome import Outcome
from store.models.base import Base, not_negative, one_of
from store.models.columns import Document, Key
from store.models.states import TERMINAL


class Deletion(Base):
    """A deleted job: its specification and result digest, who deleted it, and when."""

    __tablename__ = "deletions"
    __table_args__ = (
        one_of("state", sorted(TERMINAL)),
        one_of("outcome", get_args(Outcome)),
        *not_negative("work", "tours"),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    public_id: Mapped[str] = mapped_column(String(32), unique=True, comment="of the job")
    title: Mapped[str] = mapped_column(Text)
    specification: Mapped[dict[str, Any]] = mapped_column(Document)
    code_digest: Mapped[str] = mapped_column("engine", String(32), key="code_digest")
    owner: Mapped[str | None] = mapped_column(String(64))
    state: Mapped[str] = mapped_column(String(16))
    outcome: Mapped[str | None] = mapped_column(String(16))
    created_at: Mapped[float] = mapped_column(Double)
    finished_at: Mapped[float | None] = mapped_column(Double)
    work: Mapped[int] = mapped_column(Key)
    cpu_seconds: Mapped[float] = mapped_column(Double)
    tours: Mapped[int] = mapped_column(Key, comment="that it had stored")
    result_digest: Mapped[str | None] = mapped_column(
        String(64), comment="SHA-256 of its result; NULL: it cannot be read"
    )
    deleted_by: Mapped[str | None] = mapped_column(String(64), comment="name of the API key; NULL: no key was needed")
    reason: Mapped[str | None] = mapped_column(Text, comment="where the service itself did it")
    asked_at: Mapped[float] = mapped_column(Double)
    done_at: Mapped[float | None] = mapped_column(Double, comment="NULL while something of the job is left")


def deletion_words(row: Deletion) -> str:
    """Return a sentence on what was deleted, by whom and when."""
    by = f" by {row.deleted_by}" if row.deleted_by else ""
    why = f" ({row.reason})" if row.reason else ""
    when = datetime.fromtimestamp(row.asked_at, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    digest = f"; its result had the digest {row.result_digest}" if row.result_digest else ""
    return f"job {row.public_id}, {row.title}, was deleted{by}{why} at {when}{digest}"
