"""Shared by tests of webhooks: a receiver in a process of its own, and the check of a message's sender."""

from __future__ import annotations

import base64
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from store.settings import Settings
from tests.processes import ROOT
from tests.servers import Process, accepts, free_port, wait_until

SECRET = "whsec_" + base64.b64encode(bytes(range(32))).decode()


class Receiver:
    """A receiver, and the requests that it has got."""

    def __init__(self, folder: Path) -> None:
        self.port, self._file = free_port(), folder / "received"
        command = [sys.executable, "-m", "tests.receiver", str(self.port), str(self._file)]
        self.process = Process(command, folder / "receiver.log", {})
        wait_until(lambda: accepts(self.port), "the receiver answers")

    @property
    def url(self) -> str:
        """The receiver's address."""
        return f"http://127.0.0.1:{self.port}/"

    def settings(self, settings: Settings) -> Settings:
        """Return these settings with this receiver as an allowed webhook."""
        return replace(settings, webhook_urls=(self.url,), webhook_secret=SECRET)

    @property
    def got(self) -> list[dict[str, Any]]:
        """The requests so far."""
        lines = self._file.read_text().splitlines(keepends=True) if self._file.exists() else []
        return [json.loads(line) for line in lines if line.endswith("\n")]


@pytest.fixture
def receiver(tmp_path: Path) -> Iterator[Receiver]:
    """A receiver in a process of its own."""
    found = Receiver(tmp_path)
    with found.process:
        yield found


def _documented() -> Callable[[str, Mapping[str, str], bytes, float], bool]:
    """Return the documentation's function by which receivers verify the sender of a message."""
    page = (ROOT / "docs" / "how-to" / "webhooks.md").read_text()
    names: dict[str, Any] = {}
    exec(page.partition("```python\n")[2].partition("```")[0], names)
    found: Callable[[str, Mapping[str, str], bytes, float], bool] = names["verify"]
    return found


verify = _documented()
