"""Published figures for comparison. The data files are authoritative; `version` says which of them a row is from."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Double, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from store.models.base import Base
from store.models.columns import Document, Key


class ReferenceRow(Base):
    """One published figure, with the fields of findings/references/data_files.py; `place` is its `at`."""

    __tablename__ = "published_figures"  # REFERENCES is a word of SQL
    __table_args__ = (
        Index(None, "source", "table", "id"),
        Index(None, "board", "quantity", "id"),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    key: Mapped[str] = mapped_column(String(200), unique=True)
    version: Mapped[str] = mapped_column(String(16))
    source: Mapped[str] = mapped_column(String(64))
    title: Mapped[str] = mapped_column(String(200))
    table: Mapped[str] = mapped_column(String(64))
    what: Mapped[str] = mapped_column(Text)
    board: Mapped[str | None] = mapped_column(String(1100))
    piece: Mapped[str | None] = mapped_column(String(64))
    quantity: Mapped[str] = mapped_column(String(64))
    convention: Mapped[str | None] = mapped_column(String(16))
    place: Mapped[dict[str, Any]] = mapped_column(Document)
    value: Mapped[Any] = mapped_column(Document)
    error: Mapped[float | None] = mapped_column(Double)
    exact: Mapped[bool]
    right: Mapped[Any] = mapped_column(Document, nullable=True)
    finding: Mapped[str | None] = mapped_column(Text)
    note: Mapped[str | None] = mapped_column(Text)
    status: Mapped[str] = mapped_column(String(16))
