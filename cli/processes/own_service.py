"""A service of our own for as long as a command runs: `cavalier serve` in a process beside it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cavalier.errors import CavalierError
from cavalier.local import serving
from cli.errors import problem


@contextmanager
def embedded_service(data: Path, *options: str) -> Iterator[str]:
    """Run `cavalier serve` on the data folder; yield its URL and stop it at the end."""
    try:
        with serving(data, *options) as url:
            yield url
    except CavalierError as error:
        raise problem("The service did not start", "its own message stands above") from error
