"""The embedded service, which watches its worker."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cavalier.transport import Transport
from cli.processes import serving
from cli.processes.serving import why_not_listening
from findings.setup import upgrade
from store.settings import Settings
from tests.processes import ROOT, EmbeddedService, clean_environment

START = """
import sys
from pathlib import Path
from cli.processes import serving
from cli.processes.embedded import embedded_worker, run_embedded
with run_embedded(Path(sys.argv[1]), 2, embedded_worker) as service:
    server = serving._server(service, "127.0.0.1", 0)
    server.start()
    loaded = {name.partition(".")[0] for name in sys.modules}
    server.stop()
print(*sorted(loaded & set(sys.argv[2:])))
"""
NOT_TO_START = ("alembic", "matplotlib", "networkx", "numba", "pyarrow", "scipy", "zarr")
"""Packages that load slowly and are needed only to migrate, to run a slice or to write a file."""


class BegunAnewError(Exception):
    """The error that stands for a replaced process."""


@dataclass
class Worker:
    """A worker in this state."""

    overrun: bool
    alive: bool

    def begin_anew(self) -> None:
        """Raise `BegunAnewError`."""
        raise BegunAnewError


@pytest.mark.parametrize(("overrun", "alive"), [(True, True), (False, False)])
def test_a_service_that_cannot_work_begins_anew(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, overrun: bool, alive: bool
) -> None:
    """A hung thread, or a worker without notifications, restarts the process although it still answers requests."""

    @contextmanager
    def run_embedded(*_: Any) -> Iterator[SimpleNamespace]:
        yield SimpleNamespace(worker=Worker(overrun, alive), settings=Settings(atlas_tours=False), database=None)

    server = SimpleNamespace(port=0, start=lambda: None, stop=lambda: None)
    monkeypatch.setattr(serving, "run_embedded", run_embedded)
    monkeypatch.setattr(serving, "_server", lambda *_: server)
    monkeypatch.setattr(serving, "LOOK_SECONDS", 0.01)

    with pytest.raises(BegunAnewError):
        serving.serve_embedded(tmp_path, "127.0.0.1", 0, 1, threading.Event())


def test_a_new_service_has_the_tours_of_the_atlas(
    tmp_path: Path, start_service: Callable[[EmbeddedService], EmbeddedService]
) -> None:
    """Only the first start of a data folder, or the upgrade that creates it, imports them."""
    service = start_service(EmbeddedService(tmp_path / "data", {"CAVALIER_ATLAS_TOURS": "true"}))
    for _ in range(2):
        with Transport(service.url) as transport:
            found = transport.get("/jobs")["items"]
            quarter_turns = transport.get("/tours", board="6x6", symmetry=4)["items"]
        assert [job["label"] for job in found] == ["import of the Cavalier atlas"]
        assert len(quarter_turns) >= 5
        assert service.stop() == 0
        service.start()
    assert service.stop() == 0

    command = [sys.executable, "-m", "cli.main", "db", "upgrade", "--data"]
    wanted = clean_environment({"CAVALIER_ATLAS_TOURS": "true"})
    said = [
        subprocess.run([*command, str(data)], cwd=ROOT, env=wanted, capture_output=True, text=True, check=True).stdout
        for data in (service.data, tmp_path / "other")
    ]
    assert ["the atlas brings in" in text for text in said] == [False, True]


def test_a_restart_loads_only_what_it_needs(tmp_path: Path) -> None:
    """With a current schema a start loads none of the slow packages."""
    upgrade(Settings(data=tmp_path))
    command = [sys.executable, "-c", START, str(tmp_path), *NOT_TO_START, "flask"]
    done = subprocess.run(command, cwd=ROOT, env=clean_environment({}), capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "flask", done.stdout


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (errno.EADDRINUSE, "another program listens there already"),
        (errno.EACCES, "only an administrator may listen there"),
        (errno.EADDRNOTAVAIL, "does not have that address"),
    ],
)
def test_why_nothing_can_listen(number: int, reason: str) -> None:
    """The reason is given in our own words, which can be translated."""
    assert reason in why_not_listening("127.0.0.1", 80, OSError(number, os.strerror(number)))
