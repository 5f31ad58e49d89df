"""Tables and columns have comments in the database."""

from __future__ import annotations

import pytest
from sqlalchemy import inspect, text

from store.database.db import Database
from store.models.base import Base
from store.sql.comments import write_comments


def test_every_table_has_a_comment() -> None:
    """A table's comment is the first line of its model's docstring."""
    assert [table.name for table in Base.metadata.sorted_tables if not (table.comment or "").endswith(".")] == []


@pytest.mark.service
def test_they_are_in_the_database(postgresql_database: Database) -> None:
    """The comments are those of the models; a changed one is restored, and current ones are not rewritten."""
    with postgresql_database.writing() as session:
        session.execute(text("COMMENT ON TABLE jobs IS 'something else'"))
        session.execute(text("COMMENT ON COLUMN jobs.owner IS NULL"))
        write_comments(session)
    with postgresql_database.reading() as session:
        known = inspect(session.connection())
        for table in Base.metadata.sorted_tables:
            assert known.get_table_comment(table.name)["text"] == table.comment
            told = {column["name"]: column["comment"] for column in known.get_columns(table.name)}
            assert told == {column.name: column.comment for column in table.columns}


def test_sqlite_has_none(sqlite_database: Database) -> None:
    """SQLite, which has no comments, is skipped."""
    with sqlite_database.writing() as session:
        write_comments(session)
