"""Results of jobs: exact counts, estimates, statistics by square, by ends and by depth, and other parts."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Boolean, Double, ForeignKey, Index, String, Text, and_, literal_column, or_, text
from sqlalchemy.orm import Mapped, mapped_column

from engine.kinds.common.method import RULE
from store.models.base import Base, partial_index
from store.models.columns import BigCount, Document, Key

RULED = json.dumps({"rule": RULE})
"""The restriction of facts of a board whose definition includes a rule."""


def _facts(*columns: str, where: str = "restriction IS NULL") -> Index:
    """Return an index of the rows that are facts of a board."""
    rows = text(where.replace(":", r"\:"))
    return partial_index(None, *columns, where=rows)


class Scoped:
    """What a row's figure is about, as engine/kinds/figure_scope.py defines it.

    fact: the quantity as facts name it: "closed" for the tours of a job for closed tours. starts: JSON, "all" or
    squares. restriction: JSON; NULL for a fact of the board.
    """

    board_id: Mapped[int | None] = mapped_column(ForeignKey("boards.id"))
    fact: Mapped[str] = mapped_column(String(64))
    starts: Mapped[str] = mapped_column(Text)
    restriction: Mapped[str | None] = mapped_column(Text)


class CountRow(Scoped, Base):
    """An exact count."""

    __tablename__ = "counts"
    __table_args__ = (
        Index(None, "job_id"),
        Index(None, "quantity", "convention", "value"),
        _facts("board_id", "fact", "id", where=f"restriction IS NULL OR restriction = '{RULED}'"),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    job_id: Mapped[int] = mapped_column(ForeignKey("jobs.id", ondelete="CASCADE"))
    quantity: Mapped[str] = mapped_column(String(64))
    convention: Mapped[str] = mapped_column(String(16))
    value: Mapped[int] = mapped_column(BigCount)
    method: Mapped[str] = mapped_column(String(32))
    extra: Mapped[dict[str, Any]] = mapped_column(Document)


IS_FACT = or_(CountRow.restriction.is_(None), CountRow.restriction == literal_column(f"'{RULED}'"))
"""Whether a count is a fact of its board, in the words of its index."""


class EstimateRow(Scoped, Base):
    """An estimate after a round; the last round is the job's result, the others its history.

    final: whether the job ended with it. seed: generator and seed of its streams; equal seeds are no further evidence.
    """

    __tablename__ = "estimates"
    __table_args__ = (
        Index(None, "job_id", "round"),
        _facts("board_id", "id", where="restriction IS NULL AND final"),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    job_id: Mapped[int] = mapped_column(ForeignKey("jobs.id", ondelete="CASCADE"))
    round: Mapped[int]
    quantity: Mapped[str] = mapped_column(String(64))
    convention: Mapped[str] = mapped_column(String(16))
    value: Mapped[float] = mapped_column(Double)
    standard_error: Mapped[float] = mapped_column(Double)
    estimator: Mapped[str] = mapped_column(String(64))
    samples: Mapped[int] = mapped_column(Key)
    unbiased: Mapped[bool] = mapped_column(Boolean)
    final: Mapped[bool] = mapped_column(Boolean, default=False)
    seed: Mapped[str | None] = mapped_column(String(100))
    extra: Mapped[dict[str, Any]] = mapped_column(Document)


IS_ESTIMATED = and_(EstimateRow.restriction.is_(None), literal_column("estimates.final"))
"""Whether an estimate is final and of a fact of its board, in the words of its index."""


class SquareRow(Base):
    """Exact counts by start square (its number on the board)."""

    __tablename__ = "square_statistics"

    job_id: Mapped[int] = mapped_column(ForeignKey("jobs.id", ondelete="CASCADE"), primary_key=True)
    square: Mapped[int] = mapped_column(primary_key=True)
    tours: Mapped[int | None] = mapped_column(BigCount)
    closed: Mapped[int | None] = mapped_column(BigCount)
    dead_ends: Mapped[int | None] = mapped_column(BigCount)
    nodes: Mapped[int | None] = mapped_column(BigCount)
    extra: Mapped[dict[str, Any]] = mapped_column(Document)


class EndRow(Base):
    """Exact counts by pair of end squares (their numbers on the board)."""

    __tablename__ = "end_statistics"

    job_id: Mapped[int] = mapped_column(ForeignKey("jobs.id", ondelete="CASCADE"), primary_key=True)
    start: Mapped[int] = mapped_column(primary_key=True)
    end: Mapped[int] = mapped_column(primary_key=True)
    tours: Mapped[int] = mapped_column(BigCount)
    extra: Mapped[dict[str, Any]] = mapped_column(Document)


class PartRow(Base):
    """A part of a result that is read only as a whole: depths, distances, tests, tours, extra."""

    __tablename__ = "result_parts"

    job_id: Mapped[int] = mapped_column(ForeignKey("jobs.id", ondelete="CASCADE"), primary_key=True)
    part: Mapped[str] = mapped_column(String(16), primary_key=True)
    payload: Mapped[Any] = mapped_column(Document)
