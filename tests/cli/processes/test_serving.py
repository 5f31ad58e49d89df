"""The embedded service watches over its worker."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cli.processes import serving


class BegunAnewError(Exception):
    """The process is replaced."""


@dataclass
class Worker:
    """A worker in this state."""

    overrun: bool
    alive: bool

    def begin_anew(self) -> None:
        """Say so."""
        raise BegunAnewError


@pytest.mark.parametrize(("overrun", "alive"), [(True, True), (False, False)])
def test_a_service_that_cannot_work_begins_anew(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, overrun: bool, alive: bool
) -> None:
    """A thread hangs in a step, or nobody hears notifications any more: to answer requests alone is not enough."""

    @contextmanager
    def embedded(*_: Any) -> Iterator[SimpleNamespace]:
        yield SimpleNamespace(worker=Worker(overrun, alive))

    server = SimpleNamespace(port=0, start=lambda: None, stop=lambda: None)
    monkeypatch.setattr(serving, "embedded", embedded)
    monkeypatch.setattr(serving, "_server", lambda *_: server)
    monkeypatch.setattr(serving, "LOOK_SECONDS", 0.01)

    with pytest.raises(BegunAnewError):
        serving.serve_embedded(tmp_path, "127.0.0.1", 0, 1, threading.Event())
