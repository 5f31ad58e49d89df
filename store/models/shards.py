"""Shards, the ledger of their slices, and slices that are computed again."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Double, ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, deferred, mapped_column

from store.models.base import Base, not_negative, one_of
from store.models.columns import Document, Key, Packed
from store.models.states import CheckState, Purpose, ShardState


class Shard(Base):
    """An independent part of a job."""

    __tablename__ = "shards"
    __table_args__ = (
        one_of("state", ShardState),
        *not_negative("number", "seq", "fence", "attempts", "crashes", "work", "progress", "cpu_seconds", "tours"),
        *not_negative("input_seq"),
        UniqueConstraint("job_id", "number"),
        Index(None, "job_id", "state", "number"),
        Index(None, "job_id", "state", "seq", "number"),
        Index(None, "state", "lease_until"),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    job_id: Mapped[int] = mapped_column(ForeignKey("jobs.id", ondelete="CASCADE"))
    number: Mapped[int] = mapped_column(comment="its place in the job: merging goes in this order")
    label: Mapped[str] = mapped_column(String(100))
    target: Mapped[dict[str, object]] = mapped_column(Document)
    state: Mapped[ShardState] = mapped_column(String(16), default=ShardState.READY)
    seq: Mapped[int] = mapped_column(default=0, comment="slices committed")
    fence: Mapped[int] = mapped_column(Key, default=0, comment="leases ever given; only the newest may commit")
    worker: Mapped[str | None] = mapped_column(String(100))
    lease_until: Mapped[float | None] = mapped_column(Double)
    not_before: Mapped[float] = mapped_column(Double, default=0.0)
    attempts: Mapped[int] = mapped_column(default=0, comment="leases lost or crashed since the last commit")
    crashes: Mapped[int] = mapped_column(
        default=0, server_default="0", comment="of these, those the shard itself caused"
    )
    last_error: Mapped[str | None] = mapped_column(Text)
    work: Mapped[int] = mapped_column(Key, default=0, comment="units done (nodes, walks, squares)")
    progress: Mapped[float] = mapped_column(Double, default=0.0, comment="estimated share of the target done")
    cpu_seconds: Mapped[float] = mapped_column(Double, default=0.0)
    tours: Mapped[int] = mapped_column(Key, default=0, comment="tours stored")
    checkpoint: Mapped[bytes | None] = deferred(mapped_column(Packed))
    statistics: Mapped[bytes | None] = deferred(mapped_column(Packed))
    input_seq: Mapped[int | None] = mapped_column(
        comment="the slice that the next two are the input of, kept to run it again"
    )
    input_target: Mapped[dict[str, object] | None] = mapped_column(Document)
    input_checkpoint: Mapped[bytes | None] = deferred(mapped_column(Packed))


IMPORTER = "import"
"""The worker name of imported slices."""


class Slice(Base):
    """The ledger: one committed piece of work. Each input digest is the output digest before it."""

    __tablename__ = "slices"
    __table_args__ = (UniqueConstraint("shard_id", "seq"), Index(None, "job_id", "id"), Index(None, "done_at"))

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    job_id: Mapped[int] = mapped_column(
        ForeignKey("jobs.id", ondelete="CASCADE"), comment="its shard's job: the ledger of a job is read off an index"
    )
    shard_id: Mapped[int] = mapped_column(ForeignKey("shards.id", ondelete="CASCADE"))
    seq: Mapped[int]
    fence: Mapped[int] = mapped_column(Key)
    worker: Mapped[str] = mapped_column(String(100))
    code_digest: Mapped[str] = mapped_column("engine", String(32), key="code_digest")
    input_digest: Mapped[str] = mapped_column(String(64))
    output_digest: Mapped[str] = mapped_column(String(64))
    result_digest: Mapped[str | None] = mapped_column(
        String(64), comment="of checkpoint, statistics and tours together"
    )
    work: Mapped[int] = mapped_column(Key)
    tours: Mapped[int]
    wall_seconds: Mapped[float] = mapped_column(Double)
    cpu_seconds: Mapped[float] = mapped_column(Double)
    done_at: Mapped[float] = mapped_column(Double)


class Recheck(Base):
    """A slice to recompute, to see whether the result is the same; its input is dropped afterwards."""

    __tablename__ = "checks"
    __table_args__ = (
        one_of("state", CheckState),
        one_of("purpose", Purpose),
        Index(None, "shard_id"),
        Index("ix_checks_state_engine", "state", "code_digest"),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    shard_id: Mapped[int] = mapped_column(ForeignKey("shards.id", ondelete="CASCADE"))
    seq: Mapped[int] = mapped_column(comment="which slice")
    code_digest: Mapped[str] = mapped_column(
        "engine", String(32), key="code_digest", comment="digest of the code whose workers are to run it"
    )
    target: Mapped[dict[str, object]] = mapped_column(Document)
    checkpoint: Mapped[bytes | None] = deferred(mapped_column(Packed))
    state: Mapped[CheckState] = mapped_column(String(16))
    lease_until: Mapped[float | None] = mapped_column(Double)
    attempts: Mapped[int] = mapped_column(default=0, comment="leases given; only the newest may finish it")
    detail: Mapped[str | None] = mapped_column(Text)
    purpose: Mapped[Purpose] = mapped_column(String(16), default=Purpose.ADOPTION, server_default="adoption")
    statistics: Mapped[bytes | None] = deferred(mapped_column(Packed, comment="of the input: to go back to it"))
    suspect: Mapped[str | None] = mapped_column(String(100), comment="the worker whose slice it is")
    first_by: Mapped[str | None] = mapped_column(String(100), comment="the worker whose second run differed")
    first_digest: Mapped[str | None] = mapped_column(String(64), comment="and what it found")
    done_at: Mapped[float | None] = mapped_column(Double)


def check_due(moment: float | ColumnElement[float]) -> ColumnElement[bool]:
    """Whether a recheck may be claimed: it waits, or its worker fell silent."""
    expired = (Recheck.state == CheckState.LEASED) & (Recheck.lease_until < moment)
    return (Recheck.state == CheckState.WAITING) | expired
