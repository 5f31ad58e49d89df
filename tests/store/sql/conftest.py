"""A filled database whose readers may ask by SQL."""

from __future__ import annotations

import pytest

from store.database.db import Database
from tests.store.tour_samples import store_all


@pytest.fixture
def asked(request: pytest.FixtureRequest, database: Database) -> Database:
    """A database with all tours of 5x5; on PostgreSQL also with the readers' role."""
    if not database.is_sqlite:
        request.getfixturevalue("postgresql_readers")
    store_all(database)
    return database
