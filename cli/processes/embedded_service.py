"""Where the jobs of a command run: at a service, or at one of our own, `cavalier serve` in a process beside it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from cavalier.errors import CavalierError
from cavalier.local import serving
from cli.errors import problem
from cli.options import Command, data_option, threads_option, token_option

url_option = click.option("--url", envvar="CAVALIER_URL", help="A service to run the jobs.  [default: one of our own]")


def where_option(command: Command) -> Command:
    """Add the options that say where jobs run."""
    return url_option(token_option(data_option(threads_option(command))))


@contextmanager
def embedded_service(data: Path, *options: str) -> Iterator[str]:
    """Run `cavalier serve` on the data folder; yield its URL and stop it at the end."""
    try:
        with serving(data, *options) as url:
            yield url
    except CavalierError as error:
        raise problem("The service did not start", "its own message stands above") from error


@contextmanager
def some_service(url: str | None, data: Path, threads: int | None) -> Iterator[str]:
    """Yield the URL of the service that was given, or else of one of our own on the data folder."""
    if url is not None:
        yield url
        return
    with embedded_service(data, *(["--threads", str(threads)] if threads else [])) as address:
        yield address
