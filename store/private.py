"""Folders and files of which nobody but their owner reads anything; those that are there already keep their mode."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def make_folder(folder: Path) -> None:
    """Make the folder, and those above it, unless it is there."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def make_file(file: Path) -> None:
    """Make the file, empty, unless it is there or cannot be made, of which SQLite tells when it opens it.

    SQLite gives the files beside a database the same mode. A file that is there is not even opened: closing it would
    free the locks that this process has on it.
    """
    with suppress(OSError):
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
