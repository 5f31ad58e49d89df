"""A database with something in it, whose readers may ask by SQL."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import text

from store.database.db import Database
from store.sql.postgresql import make_role
from tests.store.tour_samples import store_all


@pytest.fixture
def asked(database: Database) -> Iterator[Database]:
    """A database with all tours of 5x5; on PostgreSQL with the role of readers."""
    store_all(database)
    if database.is_sqlite:
        yield database
        return
    with database.writing() as session:
        role = make_role(session)
    yield database
    with database.writing() as session:
        session.execute(text(f'DROP OWNED BY "{role}"'))
        session.execute(text(f'DROP ROLE "{role}"'))
