"""Settings that do not fit the command are refused before anything is begun."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.errors import INVALID, ProblemError
from cli.main import main
from cli.settings import embedded_settings, production_settings

SHARED = {"CAVALIER_DATABASE_URL": "postgresql://somewhere/cavalier", "CAVALIER_BROKER_URL": "redis://somewhere"}


def given(monkeypatch: pytest.MonkeyPatch, **variables: str) -> None:
    """Set these variables of ours and no others."""
    for name in SHARED:
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)


@pytest.mark.parametrize("name", SHARED)
def test_a_process_by_itself_shares_nothing(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes neither a shared database nor a broker, but its folder."""
    given(monkeypatch)
    assert embedded_settings(tmp_path).data == tmp_path
    given(monkeypatch, **{name: SHARED[name]})
    with pytest.raises(ProblemError, match="cavalier worker") as error:
        embedded_settings(tmp_path)
    assert error.value.exit_code == INVALID


@pytest.mark.parametrize("name", SHARED)
def test_processes_that_share_need_both(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They need both a database and a broker."""
    given(monkeypatch, **SHARED)
    assert production_settings().database_url == SHARED["CAVALIER_DATABASE_URL"]
    monkeypatch.delenv(name)
    with pytest.raises(ProblemError, match="cavalier serve"):
        production_settings()


@pytest.mark.parametrize("role", ["serve", "api", "worker"])
def test_a_role_does_not_start_with_a_name_that_no_setting_has(role: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise it would run with a default instead of the intended value."""
    given(monkeypatch, CAVALIER_BROKER="redis://somewhere")
    done = CliRunner().invoke(main, [role])
    assert (done.exit_code, "did you mean CAVALIER_BROKER_URL?" in done.stderr) == (INVALID, True)


def test_a_setting_that_cannot_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error names the variable."""
    given(monkeypatch, CAVALIER_SLICE_SECONDS="soon")
    with pytest.raises(ProblemError, match="CAVALIER_SLICE_SECONDS"):
        embedded_settings(tmp_path)
