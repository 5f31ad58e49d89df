"""Fixtures that start the real processes of Cavalier and stop them again."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
STOP_SECONDS = 120.0
"""The longest time that a process may take to stop, on a busy machine."""


def alive(pid: int) -> bool:
    """Whether a process that is not our child exists and has not ended."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


class EmbeddedService:
    """`cavalier serve` on a data folder. May be killed and started again; it then listens on another port.

    variables: CAVALIER_ settings of the process, such as {"CAVALIER_SLICE_SECONDS": "0.2"}.
    """

    def __init__(self, data: Path, variables: Mapping[str, str] | None = None) -> None:
        self.data = data
        self.url = ""
        self._variables = dict(variables or {})
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start the process and wait until it has printed its URL."""
        self._process = subprocess.Popen(
            ending_with_us(cavalier("serve", "--data", str(self.data), "--port", "0", "--threads", "2")),
            cwd=ROOT,
            env=clean_environment(self._variables),
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        self.url = next((word for word in line.split() if word.startswith("http")), "")
        assert self.url, f"the service ended with {self._process.wait(STOP_SECONDS)}"

    def kill(self) -> None:
        """End the process at once, as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Ask the process to end and return its exit code."""
        return self._end(signal.SIGTERM)

    def _end(self, number: int) -> int:
        assert self._process is not None
        self._process.send_signal(number)
        code = self._process.wait(STOP_SECONDS)
        assert self._process.stdout is not None
        self._process.stdout.close()
        return code


def cavalier(*arguments: str) -> list[str]:
    """Return the command line of the command under test."""
    return [sys.executable, "-m", "cli.main", *arguments]


def ending_with_us(command: Sequence[str], *identity: str) -> list[str]:
    """Return the command line of a process that is killed when this one ends, in whatever way.

    identity: options of setpriv that let it run as another user. The thread that starts the process must live on.
    """
    setpriv = shutil.which("setpriv")
    return [setpriv, "--pdeathsig=KILL", *identity, *command] if setpriv else list(command)


def clean_environment(variables: Mapping[str, str]) -> dict[str, str]:
    """Return this environment with `variables` for its CAVALIER_ settings; in English, a new database is empty."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("CAVALIER_")}
    usual = {
        "CAVALIER_ATLAS_TOURS": "false",
        "CAVALIER_LANGUAGE": "en",
        "CAVALIER_LOG_LEVEL": "warning",
        "PYTHONUNBUFFERED": "1",
    }
    return inherited | usual | dict(variables)


@contextmanager
def serving(data: Path) -> Iterator[EmbeddedService]:
    """Run an embedded service; it must end with 0 when it is stopped."""
    running = EmbeddedService(data)
    running.start()
    yield running
    assert running.stop() == 0


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedService]:
    """One embedded service for all tests that only talk to it."""
    with serving(tmp_path_factory.mktemp("service") / "data") as running:
        yield running


@pytest.fixture
def start_service() -> Iterator[Callable[[EmbeddedService], EmbeddedService]]:
    """Start services that the test may kill; what still runs at its end is killed."""
    started: list[EmbeddedService] = []

    def start(one: EmbeddedService) -> EmbeddedService:
        one.start()
        started.append(one)
        return one

    yield start
    for one in started:
        if one._process is not None and one._process.poll() is None:
            one.kill()
