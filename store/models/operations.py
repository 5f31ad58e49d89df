"""Operational tables: workers, periodic duties, API keys, idempotency keys."""

from __future__ import annotations

from sqlalchemy import Double, ForeignKey, String, Text, false
from sqlalchemy.orm import Mapped, mapped_column

from store.models.base import Base
from store.models.columns import Document, Key


class WorkerRow(Base):
    """A worker process; it updates `seen_at` every `sweep_seconds`."""

    __tablename__ = "workers"

    name: Mapped[str] = mapped_column(String(100), primary_key=True)
    capacity: Mapped[int]
    stuck: Mapped[int] = mapped_column(
        default=0, server_default="0", comment="threads in a step that takes far too long"
    )
    shortage: Mapped[str | None] = mapped_column(
        Text, comment="what its machine lacked when its last work failed; none since work succeeded"
    )
    draining: Mapped[bool] = mapped_column(
        default=False, server_default=false(), comment="finishes what it has, claims nothing more and stops"
    )
    code_digest: Mapped[str] = mapped_column(
        "engine", String(32), key="code_digest", comment="digest of all its kernels"
    )
    code_digests: Mapped[list[str] | None] = mapped_column(
        "engines", Document, key="code_digests", comment="of each kind of job; earlier versions tell none"
    )
    started_at: Mapped[float] = mapped_column(Double)
    seen_at: Mapped[float] = mapped_column(Double)


class CodeVersionRow(Base):
    """Code that has run on this database: what a code digest stands for."""

    __tablename__ = "engines"

    digest: Mapped[str] = mapped_column(String(32), primary_key=True)
    version: Mapped[str] = mapped_column(String(64))  # of the service
    commit: Mapped[str | None] = mapped_column(String(80))  # of its source, where that is known; "-dirty" if changed
    python: Mapped[str] = mapped_column(String(64))
    programs: Mapped[list[str]] = mapped_column(Document)  # "kind method" whose code it is
    packages: Mapped[dict[str, str]] = mapped_column(Document)  # versions of all installed packages, by name
    first_seen: Mapped[float] = mapped_column(Double)


class Maintenance(Base):
    """A periodic duty, done by the worker that moves `due_at` on."""

    __tablename__ = "maintenance"

    name: Mapped[str] = mapped_column(String(32), primary_key=True)
    due_at: Mapped[float] = mapped_column(Double)


class DistrustedWorker(Base):
    """A faulty worker: its unconfirmed commits are rolled back, and it gets no more work."""

    __tablename__ = "distrusted_workers"

    name: Mapped[str] = mapped_column(String(100), primary_key=True)
    found_at: Mapped[float] = mapped_column(Double)
    undone_at: Mapped[float | None] = mapped_column(Double)
    slices: Mapped[int] = mapped_column(default=0, server_default="0", comment="undone")


class ApiKey(Base):
    """An API key; only the SHA-256 of its secret is stored."""

    __tablename__ = "api_keys"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    name: Mapped[str] = mapped_column(String(64))
    scope: Mapped[str] = mapped_column(String(16))
    secret_sha256: Mapped[str] = mapped_column(String(64))
    created_at: Mapped[float] = mapped_column(Double)
    expires_at: Mapped[float | None] = mapped_column(Double)
    revoked_at: Mapped[float | None] = mapped_column(Double)


class IdempotencyKey(Base):
    """A submission that must not be repeated: of a job, or of jobs of a campaign."""

    __tablename__ = "idempotency_keys"

    owner: Mapped[str] = mapped_column(String(64), primary_key=True)
    key: Mapped[str] = mapped_column(String(255), primary_key=True)
    request_sha256: Mapped[str] = mapped_column(String(64))
    job_id: Mapped[int | None] = mapped_column(Key, ForeignKey("jobs.id", ondelete="CASCADE"))
    campaign_id: Mapped[int | None] = mapped_column(Key, ForeignKey("campaigns.id", ondelete="CASCADE"))
    created_at: Mapped[float] = mapped_column(Double)
