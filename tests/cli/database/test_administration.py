"""Schema and keys from the command line."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import text

from cli.main import main
from store.database.db import Database
from store.sql.errors import QueriesOffError
from store.sql.postgres_role import make_role
from workers.host.data_lock import lock_data_folder


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A data folder that does not exist yet."""
    monkeypatch.delenv("CAVALIER_DATABASE_URL", raising=False)
    return str(tmp_path / "data")


def invoke(*arguments: str) -> str:
    """Run a command that must succeed and return what it prints."""
    done = CliRunner().invoke(main, arguments, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


def test_upgrade_may_be_repeated(data: str) -> None:
    """The first call creates the database, the second finds nothing to do."""
    for _ in range(2):
        assert "newest schema" in invoke("db", "upgrade", "--data", data)
    assert (Path(data) / "cavalier.sqlite").exists()


@pytest.mark.parametrize("command", [["db", "upgrade"], ["keys", "list"], ["export", "counts"]])
def test_a_database_of_a_newer_version_is_refused(data: str, command: list[str]) -> None:
    """The refusal is a sentence with the remedy, and the database stays unchanged."""
    invoke("db", "upgrade", "--data", data)
    with closing(sqlite3.connect(Path(data) / "cavalier.sqlite")) as file, file:
        file.execute("UPDATE alembic_version SET version_num = '9999'")
    done = CliRunner().invoke(main, [*command, "--data", data])
    assert done.exit_code != 0
    assert isinstance(done.exception, SystemExit)
    assert "has schema 9999, of a newer version of Cavalier" in done.stderr
    assert "CAVALIER_DATABASE_URL or --data" in done.stderr
    with closing(sqlite3.connect(Path(data) / "cavalier.sqlite")) as file:
        assert file.execute("SELECT version_num FROM alembic_version").fetchall() == [("9999",)]


def test_a_key_from_birth_to_revocation(data: str) -> None:
    """A key is printed once, listed without its secret, and can be revoked by its id."""
    key = json.loads(invoke("keys", "create", "me", "--scope", "read", "--days", "2", "--data", data, "--json"))["key"]
    listed = invoke("keys", "list", "--data", data, "--json")
    (row,) = json.loads(listed)
    assert (row["name"], row["scope"], row["revoked"]) == ("me", "read", None)
    assert row["expires"] > row["created"]
    assert key.split("_")[2] not in listed
    invoke("keys", "revoke", row["id"], "--data", data)
    assert json.loads(invoke("keys", "list", "--data", data, "--json"))[0]["revoked"] is not None


def test_unknown_keys_cannot_be_revoked(data: str) -> None:
    """The answer is a problem document on standard error and exit code 1."""
    done = CliRunner().invoke(main, ["keys", "revoke", "nobody", "--data", data])
    assert done.exit_code == 1
    assert json.loads(done.stderr)["title"] == "Not found"


def test_vacuum_gives_room_back(data: str) -> None:
    """The room of deleted rows is returned to the disk; a folder in use is refused."""
    invoke("db", "upgrade", "--data", data)
    file = Path(data) / "cavalier.sqlite"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE filler AS SELECT zeroblob(4000000) AS room")
        connection.execute("DROP TABLE filler")
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    large = file.stat().st_size

    assert "MiB now" in invoke("db", "vacuum", "--data", data)

    assert file.stat().st_size < large - 3_900_000
    with lock_data_folder(Path(data)):
        refused = CliRunner().invoke(main, ["db", "vacuum", "--data", data])
    assert refused.exit_code == 1
    assert "in use" in refused.stderr


def test_readers_need_no_role_on_sqlite(data: str) -> None:
    """The command says that SQLite needs none."""
    assert "SQLite needs no role" in invoke("db", "readers", "--data", data)


@pytest.mark.service
def test_readers_get_a_role_on_postgresql(
    postgresql_database: Database, migrated_postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The role is made once; a user without the right to make it gets the statement for an administrator."""
    monkeypatch.setenv("CAVALIER_DATABASE_URL", migrated_postgresql_url)
    poor = "cavalier_test_poor_user"
    with postgresql_database.writing() as session:
        session.execute(text(f"DROP ROLE IF EXISTS {poor}"))
        session.execute(text(f"CREATE ROLE {poor}"))
        session.execute(text(f"SET LOCAL ROLE {poor}"))
        with pytest.raises(QueriesOffError, match=r"an administrator run: CREATE ROLE .* NOLOGIN; GRANT"):
            make_role(session)
        session.execute(text("RESET ROLE"))
        session.execute(text(f"DROP ROLE {poor}"))
    role = invoke("db", "readers").split()[-1]
    try:
        assert invoke("db", "readers").split()[-1] == role
    finally:
        with postgresql_database.writing() as session:
            session.execute(text(f'DROP OWNED BY "{role}"'))
            session.execute(text(f'DROP ROLE "{role}"'))
