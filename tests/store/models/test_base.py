"""Constraints: the database refuses invalid rows, whatever program writes them."""

from __future__ import annotations

import pytest
from sqlalchemy import CheckConstraint, inspect, text
from sqlalchemy.exc import IntegrityError

from store.database.db import Database
from store.models.base import Base
from tests.store.job_samples import stored_job
from tests.toy import ToyKind

NEGATIVE = {
    "jobs": ("served", "rounds", "step_fence", "checkpoint_format", "confirmed", "confirmed_elsewhere", "tidied"),
    "shards": (
        "number", "seq", "fence", "attempts", "crashes", "work", "progress", "cpu_seconds", "tours", "input_seq",
    ),
    "job_sums": ("shards",),
    "deletions": ("work", "tours"),
}  # fmt: skip
BROKEN = [
    *((table, column, "-1") for table, columns in NEGATIVE.items() for column in columns),
    ("jobs", "weight", "0"),
    ("jobs", "state", "'gone'"),
    ("jobs", "step", "'resting'"),
    ("jobs", "outcome", "'fine'"),
    ("shards", "state", "'gone'"),
    ("deletions", "state", "'running'"),
    ("deletions", "outcome", "'fine'"),
]
DELETED = """INSERT INTO deletions (public_id, title, specification, engine, state, created_at, work, cpu_seconds,
tours, asked_at) VALUES ('gone', 'a title', '{}', 'e', 'succeeded', 0, 1, 1, 1, 0)"""


@pytest.fixture
def rows(database: Database) -> Database:
    """Return a database with one row in each of these tables."""
    with database.writing() as session:
        stored_job(session, ToyKind(shards=1))
        session.execute(text(DELETED))
    return database


@pytest.mark.parametrize(("table", "column", "value"), BROKEN, ids=str)
def test_a_row_that_breaks_a_constraint_is_refused(rows: Database, table: str, column: str, value: str) -> None:
    """The error names the constraint, and existing rows stay."""
    with pytest.raises(IntegrityError, match=f"ck_{table}_{column}\\b"), rows.writing() as session:
        session.execute(text(f"UPDATE {table} SET {column} = {value}"))
    with rows.writing() as session:  # the same with a sound value
        session.execute(text(f"UPDATE {table} SET {column} = {column}"))


def test_every_constraint_is_tried() -> None:
    """Every constraint of the tables of jobs is tested."""
    tried = {f"ck_{table}_{column}" for table, column, _ in BROKEN}
    assert tried == {name for table in (*NEGATIVE,) for name in _named(table)}


def test_the_models_constraints_are_the_databases(database: Database) -> None:
    """The constraints made by migrations are those of the models, table by table."""
    inspector = inspect(database.engine)
    for table in Base.metadata.tables:
        made = {str(known["name"]): known["sqltext"] for known in inspector.get_check_constraints(table)}
        assert set(made) == set(_named(table)), table
        if database.is_sqlite:
            assert made == _named(table)


def _named(table: str) -> dict[str, str]:
    """Return the conditions of a model's constraints by their full names."""
    constraints = Base.metadata.tables[table].constraints
    return {
        f"ck_{table}_{one.name}".replace(f"ck_{table}_ck_{table}_", f"ck_{table}_"): str(one.sqltext)
        for one in constraints
        if isinstance(one, CheckConstraint)
    }
