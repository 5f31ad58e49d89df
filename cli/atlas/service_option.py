"""Where the jobs of the atlas run: at a service, or at one of our own on the data folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from time import monotonic
from typing import Any

from cavalier.campaign import Campaign
from cavalier.client import Client
from cavalier.errors import JobFailedError, WaitTimeoutError
from cavalier.job import Job
from cli.processes.embedded_service import some_service, where_option
from cli.service.connection import service


@dataclass(frozen=True)
class Where:
    """Where jobs run. url: of a service; None: one of our own on the data folder, whose worker has these threads."""

    url: str | None
    token: str | None
    data: Path
    threads: int | None

    @contextmanager
    def client(self) -> Iterator[Client]:
        """Connect to the service, without a cache; one of our own stops at the end."""
        with some_service(self.url, self.data, self.threads) as address, service(address, self.token) as transport:
            yield Client(transport, cache=None)


def service_option(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that say where jobs run; the command gets them as `where`."""

    @where_option
    @wraps(command)
    def decorate(*arguments: Any, **options: Any) -> None:  # noqa: ANN401  click's options
        own = {name: options.pop(name) for name in Where.__dataclass_fields__}
        command(*arguments, where=Where(**own), **options)

    return decorate


def wait_for(running: Sequence[Campaign | Job], minutes: float | None) -> None:
    """Wait until all have ended, whatever their outcome, or until the time is over."""
    end = None if minutes is None else monotonic() + 60 * minutes
    with suppress(WaitTimeoutError):
        for one in running:
            with suppress(JobFailedError):
                one.wait(timeout=None if end is None else max(0.0, end - monotonic()))
