"""Statements that go together are one transaction, and on PostgreSQL one round trip."""

from __future__ import annotations

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from store.database.db import Database
from store.database.together import execute_together
from tests.far_database import Line

INSERT = text("INSERT INTO maintenance (name, due_at) VALUES (:name, 0)")
COUNT = text("SELECT count(*) FROM maintenance WHERE name = :name")
WRONG = text("SELECT no_such_column FROM maintenance")


def stored(database: Database, name: str) -> int:
    """Count the rows of this name, by a statement of its own."""
    with database.at_once() as connection:
        return int(connection.execute(COUNT, {"name": name}).scalar_one())


def test_the_last_statement_answers_and_sees_the_others(database: Database) -> None:
    """The last statement sees the others and answers; all are committed, also within a longer transaction."""
    with database.at_once() as connection:
        pair = [(INSERT, {"name": "a"}), (COUNT, {"name": "a"})]
        assert execute_together(connection, pair).scalar_one() == 1
    assert stored(database, "a") == 1

    with database.writing() as session:
        pair = [(INSERT, {"name": "b"}), (COUNT, {"name": "b"})]
        assert execute_together(session.connection(), pair).scalar_one() == 1
        session.execute(INSERT, {"name": "c"})
    assert [stored(database, name) for name in "bc"] == [1, 1]


@pytest.mark.parametrize("place", [0, 1])
def test_an_error_undoes_all(database: Database, place: int) -> None:
    """An error in any statement undoes all of them, and the connection stays usable."""
    pair = [(INSERT, {"name": "a"}), (COUNT, {"name": "a"})]
    pair.insert(2 * place, (WRONG, {}))
    with pytest.raises(DBAPIError, match="no_such_column"), database.at_once() as connection:
        execute_together(connection, pair)
    assert stored(database, "a") == 0


@pytest.mark.service
def test_they_are_one_round_trip(postgresql_database: Database) -> None:
    """On a connection that was used before, all statements take one round trip."""
    with Line(postgresql_database.engine.url.render_as_string(hide_password=False)) as line:
        database = Database(line.url)
        stored(database, "a")

        before = line.trips
        with database.at_once() as connection:
            execute_together(connection, [(INSERT, {"name": "a"}), (INSERT, {"name": "b"}), (COUNT, {"name": "a"})])
        assert line.trips - before == 1
        database.close()
