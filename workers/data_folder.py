"""The lock on a data folder: one embedded process at a time."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from store.errors import DataFolderInUseError

LOCK = "cavalier.lock"


@contextmanager
def lock_data_folder(folder: Path) -> Iterator[None]:
    """Hold the folder; DataFolderInUseError where another process does. The kernel frees it when we die."""
    folder.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise DataFolderInUseError(
                f"another process works on {folder}: stop it or choose another folder"
            ) from error
        yield
    finally:
        os.close(descriptor)
