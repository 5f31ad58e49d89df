"""Jobs, their totals and their events."""

from __future__ import annotations

from typing import Any, Literal, get_args

from sqlalchemy import CheckConstraint, Double, ForeignKey, Index, String, Text, literal_column, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from engine.specification.outcome import Outcome
from store.models.base import Base, not_negative, one_of, partial_index
from store.models.boards import BoardRow
from store.models.columns import Document, Key
from store.models.states import JobState, Step

HAS_STEP = text("step IS NOT NULL")
RECOUNTED: Literal["recounted"] = "recounted"
"""The name of the event that says that an independent program repeated the job's count."""
NAMED_RECOUNTED = text(f"name = '{RECOUNTED}'")
GIVEN_OUT = "jobs.state || '' IN ('queued', 'running') AND jobs.step IS NULL"
"""Jobs whose shards may be claimed, in the exact words of the index ix_jobs_given_out.

The expression keeps SQLite from choosing another index and sorting. (Alembic cannot compare indexes with a direction,
so only migrations create this one.)
"""


class Job(Base):
    """One request. The specification never changes; only store/jobs/lifecycle.py changes the state."""

    __tablename__ = "jobs"
    __table_args__ = (
        one_of("state", JobState),
        one_of("step", Step),
        one_of("outcome", get_args(Outcome)),
        CheckConstraint("weight > 0", name="weight"),
        *not_negative(
            "served", "rounds", "step_fence", "checkpoint_format", "confirmed", "confirmed_elsewhere", "tidied"
        ),
        Index(None, "state"),
        Index(None, "fingerprint"),
        Index(None, "board_id", "id"),
        Index(None, "board_id", "kind", "state", "step", "confirmed"),
        Index(None, "tidied", "finished_at"),
        partial_index("ix_jobs_step", "step", "priority", "id", where=HAS_STEP),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    public_id: Mapped[str] = mapped_column(String(32), unique=True, comment="what users see, in every URL")
    kind: Mapped[str] = mapped_column(String(32))
    method: Mapped[str | None] = mapped_column(String(32))
    board_id: Mapped[int | None] = mapped_column(ForeignKey("boards.id"))
    specification: Mapped[dict[str, Any]] = mapped_column(Document)
    fingerprint: Mapped[str] = mapped_column(
        String(64), comment="SHA-256 of what is computed: equal jobs, equal fingerprint"
    )
    state: Mapped[JobState] = mapped_column(String(16))
    outcome: Mapped[str | None] = mapped_column(String(16))
    explanation: Mapped[str | None] = mapped_column(Text)
    result_digest: Mapped[str | None] = mapped_column(
        String(64), comment="of all parts of its result, as it was stored"
    )
    label: Mapped[str | None] = mapped_column(String(200))
    owner: Mapped[str | None] = mapped_column(String(64), comment="name of the API key that submitted it")
    priority: Mapped[int]
    weight: Mapped[float] = mapped_column(Double, default=1.0, comment="share of the workers among equal priorities")
    served: Mapped[float] = mapped_column(
        Double, default=0.0, comment="slices given out / weight: the smallest goes next"
    )
    rounds: Mapped[int] = mapped_column(default=0, comment="how often all shards were finished")
    code_digest: Mapped[str] = mapped_column(
        "engine", String(32), key="code_digest", comment="digest of the code whose workers may claim it"
    )
    step: Mapped[Step | None] = mapped_column(
        String(32), comment="what a worker must do for the job as a whole, if anything"
    )
    step_due: Mapped[float] = mapped_column(
        Double, default=0.0, server_default="0", comment="from then on it may be claimed"
    )
    step_fence: Mapped[int] = mapped_column(
        Key, default=0, server_default="0", comment="only its newest lease may commit"
    )
    problem: Mapped[dict[str, object] | None] = mapped_column(Document, comment="why a step failed: a problem document")
    checkpoint_format: Mapped[int] = mapped_column(
        default=1, server_default="1", comment="of its runner (engine/kinds/common/method.py)"
    )
    confirmed: Mapped[int] = mapped_column(default=0, server_default="0", comment="slices that gave the same again")
    confirmed_elsewhere: Mapped[int] = mapped_column(default=0, server_default="0", comment="of these, on another host")
    tidied: Mapped[int] = mapped_column(
        default=0, server_default="0", comment="what of it is put away (store/jobs/retention.py)"
    )
    held: Mapped[str | None] = mapped_column(Text, comment="why the service itself has paused it, to go on by itself")
    adoption: Mapped[dict[str, Any] | None] = mapped_column(
        Document, comment="asked for or refused (store/trust/adoption.py)"
    )
    created_at: Mapped[float] = mapped_column(Double)
    started_at: Mapped[float | None] = mapped_column(Double)
    finished_at: Mapped[float | None] = mapped_column(Double)

    board: Mapped[BoardRow | None] = relationship(lazy="raise")


KEPT = Job.step.is_distinct_from(Step.DELETE)
"""Condition that no deletion of the job was requested."""


class JobSums(Base):
    """Totals over a job's shards, maintained by triggers.

    A job without shards has no row. A migration that recreates the table of shards must recreate its triggers. Only
    `shards` is constrained: PostgreSQL checks the differences that its triggers add before adding them, and rounding
    may leave floating-point totals slightly below zero.
    """

    __tablename__ = "job_sums"
    __table_args__ = tuple(not_negative("shards"))

    job_id: Mapped[int] = mapped_column(ForeignKey("jobs.id", ondelete="CASCADE"), primary_key=True)
    shards: Mapped[int]
    finished: Mapped[int]
    leased: Mapped[int]
    work: Mapped[int] = mapped_column(Key)
    sized: Mapped[int] = mapped_column(comment="shards whose size is known, as they have begun")
    size: Mapped[float] = mapped_column(Double, comment="of these, in units of work")
    cpu_seconds: Mapped[float] = mapped_column(Double)
    tours: Mapped[int] = mapped_column(Key)
    changes: Mapped[int] = mapped_column(Key, comment="leases given and taken away, slices committed")


PARENT = "traceparent"
"""W3C's name for the identifier of a span elsewhere, and the field of a job's first event that contains it."""


class Event(Base):
    """Something that happened to a job."""

    __tablename__ = "events"
    __table_args__ = (
        Index(None, "job_id", "id"),
        partial_index("ix_events_recounted", "job_id", where=NAMED_RECOUNTED),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    job_id: Mapped[int] = mapped_column(ForeignKey("jobs.id", ondelete="CASCADE"))
    at: Mapped[float] = mapped_column(Double)
    name: Mapped[str] = mapped_column(String(32))
    data: Mapped[dict[str, object]] = mapped_column(Document)


IS_RECOUNT = Event.name == literal_column(f"'{RECOUNTED}'")
"""Whether an event is a recount, in the words that the index ix_events_recounted needs."""
