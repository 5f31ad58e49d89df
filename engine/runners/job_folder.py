"""The folders in which the shards of one job keep files; all workers share them. Never loads numba."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

_FOLDERS: ContextVar[tuple[Path, Path] | None] = ContextVar("folders", default=None)


@contextmanager
def working_in(folder: Path | None, shard: int = 0) -> Iterator[None]:
    """Give the runner that this thread opens for `shard` a folder for the files of its job; None: it has none."""
    token = _FOLDERS.set(None if folder is None else (folder, folder / f"shard-{shard}"))
    try:
        yield
    finally:
        _FOLDERS.reset(token)


def job_folder() -> Path | None:
    """Return the folder for what the job's shards leave for each other; it need not exist yet. None: there is none."""
    folders = _FOLDERS.get()
    return None if folders is None else folders[0]


def shard_folder() -> Path | None:
    """Return the folder for what the shard keeps for itself; it need not exist yet. None where there is none."""
    folders = _FOLDERS.get()
    return None if folders is None else folders[1]
