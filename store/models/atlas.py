"""The atlas: figures that Cavalier computed beforehand. The data file is authoritative; `version` identifies it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, Double, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from store.models.base import Base
from store.models.columns import Document, Key

EVERYWHERE = "all"

MaybeDocument = JSON(none_as_null=True)


class AtlasRow(Base):
    """One figure of a board; the fields are those of findings/atlas/entries.py, `entry` is the entry's key."""

    __tablename__ = "atlas_figures"
    __table_args__ = (
        UniqueConstraint("entry", "quantity"),
        Index(None, "board", "quantity"),
        Index(None, "version"),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    entry: Mapped[str] = mapped_column(String(1200))
    version: Mapped[str] = mapped_column(String(16))
    board: Mapped[str] = mapped_column(String(1100))
    piece: Mapped[str] = mapped_column(String(64))
    quantity: Mapped[str] = mapped_column(String(64))
    convention: Mapped[str] = mapped_column(String(16))
    value: Mapped[str] = mapped_column(Text, comment="exact decimal digits, or an estimate as a number")
    exact: Mapped[bool]
    standard_error: Mapped[float | None] = mapped_column(Double)
    samples: Mapped[int | None] = mapped_column(Key)
    method: Mapped[str] = mapped_column(String(64))
    starts: Mapped[str] = mapped_column(String(64), comment="all, or the one square that the tours begin at")
    by_start: Mapped[dict[str, str] | None] = mapped_column(
        MaybeDocument, comment="of the first square of each class: directed tours from there"
    )
    by_end: Mapped[dict[str, dict[str, str]] | None] = mapped_column(
        MaybeDocument, comment="of the first square of each class and each end: directed tours between them"
    )
    by_value: Mapped[dict[str, str] | None] = mapped_column(
        MaybeDocument, comment="of a census: undirected tours by the value of its statistic"
    )
    by_move: Mapped[dict[str, str] | None] = mapped_column(
        MaybeDocument, comment="of a census: undirected tours that use each move, named by its two squares"
    )
    specification: Mapped[dict[str, Any]] = mapped_column(Document, comment="of the job that found it")
    code_digest: Mapped[str] = mapped_column(
        "engine", String(32), key="code_digest", comment="digest of the job's code"
    )
    cpu_seconds: Mapped[float] = mapped_column(Double, comment="of the job")
    certificate: Mapped[dict[str, Any] | None] = mapped_column(
        MaybeDocument, comment="how the counts were found a second time"
    )
