"""Where the jobs of the atlas run: at a service, or at one of our own on the data folder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic

import click

from cavalier.campaign import Campaign
from cavalier.client import Client
from cavalier.errors import WaitTimeoutError
from cli.options import Command, data_option, threads_option
from cli.processes.own_service import embedded_service
from cli.service.connection import service

url_option = click.option("--url", envvar="CAVALIER_URL", help="A service to run the jobs.  [default: one of our own]")
token_option = click.option("--token", envvar="CAVALIER_TOKEN", help="API key, where the service asks for one.")


def where_option(command: Command) -> Command:
    """Add the options that say where jobs run."""
    for option in (threads_option, data_option, token_option, url_option):
        command = option(command)
    return command


@contextmanager
def own_client(url: str | None, token: str | None, data: Path, threads: int | None) -> Iterator[Client]:
    """Connect to the service at `url`, or to one of our own on the data folder, without a cache."""
    with _service(url, data, threads) as address, service(address, token) as transport:
        yield Client(transport, cache=None)


@contextmanager
def _service(url: str | None, data: Path, threads: int | None) -> Iterator[str]:
    if url is not None:
        yield url
        return
    with embedded_service(data, *(["--threads", str(threads)] if threads else [])) as address:
        yield address


def wait_for(campaigns: Sequence[Campaign], minutes: float | None) -> None:
    """Wait until all have ended, or so long."""
    end = None if minutes is None else monotonic() + 60 * minutes
    with suppress(WaitTimeoutError):
        for campaign in campaigns:
            campaign.wait(timeout=None if end is None else max(0.0, end - monotonic()))
