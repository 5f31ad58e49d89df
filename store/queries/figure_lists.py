"""Lists of published or atlas figures, filtered by columns, in keyset pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from store.database.db import number_of
from store.models.atlas import AtlasRow
from store.models.references import ReferenceRow

Row = TypeVar("Row", ReferenceRow, AtlasRow)
Filters = Mapping[str, str | None]
"""Filter by column names; None does not restrict. piece: components as text, such as "1,2"."""


def find_figures(
    session: Session, table: type[Row], figure_filter: Filters, *, after: int = 0, limit: int | None = None
) -> list[Row]:
    """Return up to `limit` figures (None: all) with ids above `after`, by id."""
    return list(
        session.scalars(
            select(table).where(table.id > after, *_conditions(table, figure_filter)).order_by(table.id).limit(limit)
        )
    )


def count_figures(session: Session, table: type[Row], figure_filter: Filters) -> int:
    """Return how many figures `find_figures` lists on all pages."""
    return number_of(session, table, *_conditions(table, figure_filter))


def _conditions(table: type[Row], figure_filter: Filters) -> list[ColumnElement[bool]]:
    return [getattr(table, name) == value for name, value in figure_filter.items() if value is not None]
