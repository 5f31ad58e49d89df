"""Boards with their pieces."""

from __future__ import annotations

from typing import Any

from sqlalchemy import String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from store.models.base import Base
from store.models.columns import Document, Key


class BoardRow(Base):
    """A board and a piece. `facts` is filled on first use."""

    __tablename__ = "boards"
    __table_args__ = (UniqueConstraint("label", "piece"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    label: Mapped[str] = mapped_column(String(1100))
    piece: Mapped[str] = mapped_column(String(64), comment="components, '1,2' for the knight")
    size: Mapped[int]
    definition: Mapped[Any] = mapped_column(Document, comment="what a specification says to mean it")
    facts: Mapped[dict[str, object] | None] = mapped_column(Document)
