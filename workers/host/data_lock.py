"""The lock on a data folder: one embedded process at a time."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from store.errors import DataFolderInUseError, DataFolderUnusableError
from store.private import make_folder

LOCK = "cavalier.lock"


@contextmanager
def lock_data_folder(folder: Path) -> Iterator[None]:
    """Lock the folder; the kernel releases the lock when the process dies.

    Raises DataFolderInUseError if another process holds it, DataFolderUnusableError if it cannot be locked.
    """
    try:
        make_folder(folder)
        descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise DataFolderUnusableError(f"{folder} cannot be written to: {error.strerror}") from error
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
