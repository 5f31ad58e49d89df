"""The client with a local service of its own."""

from __future__ import annotations

from pathlib import Path

import httpx2
import pytest

import cavalier


def test_it_ends_with_its_client(tmp_path: Path) -> None:
    """The database is in the given folder; after the client's end nothing answers."""
    with cavalier.local(tmp_path / "data") as service:
        assert list(service.jobs()) == []
    assert list((tmp_path / "data").glob("cavalier.*"))
    with pytest.raises(httpx2.ConnectError):
        httpx2.get(service.transport.url)


def test_why_it_does_not_start(tmp_path: Path) -> None:
    """The error says that the service did not start."""
    (tmp_path / "file").write_text("")
    with pytest.raises(cavalier.CavalierError, match="the service did not start"):
        cavalier.local(tmp_path / "file")


def test_it_needs_the_service(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the service's package the error names it."""
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    with pytest.raises(cavalier.NotInstalledError, match="install the package cavalier"):
        cavalier.local()
