"""Schema and keys from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import main


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
