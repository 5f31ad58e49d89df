"""Upserts on both databases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from store.models.base import Base

INSERTS: dict[str, Any] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}


def insert_all_or_keep(session: Session, model: type[Base], rows: Sequence[Mapping[str, object]]) -> None:
    """Insert rows, except those whose key exists."""
    insert = INSERTS[session.get_bind().dialect.name]
    session.execute(insert(model).on_conflict_do_nothing(), rows)


def insert_or_keep(session: Session, model: type[Base], /, **values: object) -> None:
    """Insert a row unless its key exists."""
    insert = INSERTS[session.get_bind().dialect.name]
    session.execute(insert(model).values(**values).on_conflict_do_nothing())


def insert_or_replace(session: Session, model: type[Base], key: str, /, **values: object) -> None:
    """Insert a row, or update the other columns of the row with the same `key`."""
    insert_all_or_replace(session, model, key, [values])


def insert_all_or_replace(session: Session, model: type[Base], key: str, rows: Sequence[Mapping[str, object]]) -> None:
    """Insert rows with the same columns, or update those of the rows with the same `key`."""
    statement = INSERTS[session.get_bind().dialect.name](model.__table__)
    changed = {name: statement.excluded[name] for name in rows[0] if name != key}
    session.execute(statement.on_conflict_do_update(index_elements=[key], set_=changed), rows)
