"""Upserts on both databases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from sqlalchemy.orm import Session

from store.models.base import Base


def insert_all_or_keep(session: Session, model: type[Base], rows: Sequence[Mapping[str, object]]) -> None:
    """Insert rows, except those whose key exists."""
    session.execute(_insertion(session, model).on_conflict_do_nothing(), rows)


def insert_or_keep(session: Session, model: type[Base], /, **values: object) -> None:
    """Insert a row unless its key exists."""
    session.execute(_insertion(session, model).values(**values).on_conflict_do_nothing())


def insert_or_replace(session: Session, model: type[Base], key: str, /, **values: object) -> None:
    """Insert a row, or update the other columns of the row with the same `key`."""
    insert_all_or_replace(session, model, key, [values])


def insert_all_or_replace(session: Session, model: type[Base], key: str, rows: Sequence[Mapping[str, object]]) -> None:
    """Insert rows with the same columns, or update those of the rows with the same `key`."""
    statement = _insertion(session, model.__table__)
    changed = {name: statement.excluded[name] for name in rows[0] if name != key}
    session.execute(statement.on_conflict_do_update(index_elements=[key], set_=changed), rows)


def _insertion(session: Session, into: object) -> Any:  # noqa: ANN401  of either dialect
    """Return the dialect's own INSERT without loading the other dialect, whose drivers take long to load."""
    return import_module(f"sqlalchemy.dialects.{session.get_bind().dialect.name}").insert(into)
