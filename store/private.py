"""Create folders and files readable by their owner only; existing ones keep their mode."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def make_folder(folder: Path) -> None:
    """Create the folder and its parents, unless it exists."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def make_file(file: Path) -> None:
    """Create an empty file, unless it exists. SQLite reports errors when it opens the file.

    SQLite gives the files beside a database the same mode. An existing file is not opened: closing it would release
    the locks that this process has on it.
    """
    with suppress(OSError):
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
