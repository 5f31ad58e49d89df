"""Where the jobs of the atlas run: at a service, or at one of our own on the data folder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic

from cavalier.campaign import Campaign
from cavalier.client import Client
from cavalier.errors import WaitTimeoutError
from cli.processes.embedded_service import some_service
from cli.service.connection import service


@contextmanager
def own_client(url: str | None, token: str | None, data: Path, threads: int | None) -> Iterator[Client]:
    """Connect to the service at `url`, or to one of our own on the data folder, without a cache."""
    with some_service(url, data, threads) as address, service(address, token) as transport:
        yield Client(transport, cache=None)


def wait_for(campaigns: Sequence[Campaign], minutes: float | None) -> None:
    """Wait until all have ended, or so long."""
    end = None if minutes is None else monotonic() + 60 * minutes
    with suppress(WaitTimeoutError):
        for campaign in campaigns:
            campaign.wait(timeout=None if end is None else max(0.0, end - monotonic()))
