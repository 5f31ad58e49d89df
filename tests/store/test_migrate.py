"""Migrations go up, agree with the models, go down and up again, on both databases."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import inspect

from store.db import open_database
from store.migrate import FOLDER, check, downgrade, is_current, newest_revision, upgrade
from store.settings import Settings


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.service)])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """Settings of a database without tables."""
    if request.param == "sqlite":
        return Settings(data=tmp_path)
    return Settings(database_url=request.getfixturevalue("postgresql_url"))


def test_up_check_down_up(empty: Settings) -> None:
    """After going down to nothing no table of ours is left, and the way up still works."""
    database = open_database(empty)
    downgrade(empty)
    assert not is_current(database)

    upgrade(empty)
    check(empty)
    assert is_current(database)
    downgrade(empty)
    assert set(inspect(database.engine).get_table_names()) <= {"alembic_version"}
    upgrade(empty)

    assert is_current(database)
    database.close()


def test_migrations_are_numbered_and_named() -> None:
    """Files read 0001_what_it_does.py without gaps, and the newest is known by its number."""
    names = sorted(path.name for path in (FOLDER / "versions").glob("*.py"))

    assert [name[:5] for name in names] == [f"{number:04d}_" for number in range(1, len(names) + 1)]
    assert newest_revision() == names[-1][:4]
