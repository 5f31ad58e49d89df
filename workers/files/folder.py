"""Files of shards in a shared file system: a folder per job, and in it one per shard."""

from __future__ import annotations

import errno
import os
import re
import shutil
import threading
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from engine.errors import LostFileError, NoSpaceError
from engine.files import Files, ShardFiles

if TYPE_CHECKING:
    from upath import UPath

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
TAKES_NOTHING = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EIO)
"""Disk errors that do not pass by themselves: the operator must free space or repair the disk."""

LEFT_FREE = 1 << 30
"""Bytes of the disk that files of jobs always leave free."""


class Folder:
    """Files in one folder, created with the first file."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def write(self, name: str, content: Sequence[NDArray[np.generic]]) -> None:
        """Write to a temporary name and rename, so that a file is complete or absent."""
        path, size = self._file(name), sum(array.nbytes for array in content)
        if path.exists() and path.stat().st_size == size:
            return
        self._make()
        if self.free() < size:
            raise NoSpaceError(
                f"{self._path} has no room for {size / 2**20:.1f} MiB; {LEFT_FREE >> 30} GiB are left free"
            )
        partial = self._path / f"{name}.{os.getpid()}-{threading.get_ident()}.partial"
        try:
            _write(partial, content)
            partial.replace(path)
            self._keep_names()
        except OSError as error:
            with suppress(OSError):
                partial.unlink(missing_ok=True)
            if error.errno in TAKES_NOTHING:
                raise NoSpaceError(f"{self._path} takes no files: {error.strerror}") from error
            raise

    def _make(self) -> None:
        """Make the folder; NoSpaceError where that cannot be done."""
        try:
            self._path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise NoSpaceError(f"{self._path} cannot be made: {error.strerror}") from error

    def names(self, prefix: str) -> list[str]:
        """Return the names of complete files."""
        found = self._path.glob(f"{prefix}*") if self._path.is_dir() else ()
        return sorted(path.name for path in found if path.is_file() and path.suffix != ".partial")

    def free(self) -> float:
        """Return the free bytes on the disk, less the reserve for the database and others."""
        existing = next(folder for folder in (self._path, *self._path.absolute().parents) if folder.exists())
        return max(0, shutil.disk_usage(existing).free - LEFT_FREE)

    def read(self, name: str, start: int = 0, size: int | None = None) -> NDArray[np.uint8]:
        """Read bytes; LostFileError if the file is unreadable."""
        try:
            with open(self._file(name), "rb", opener=_not_linked) as file:
                return np.fromfile(file, dtype=np.uint8, count=-1 if size is None else size, offset=start)
        except OSError as error:
            raise LostFileError(f"a file of the job cannot be read: {error}") from error

    def _keep_names(self) -> None:
        """Sync the folder's entries: a power cut after the commit must not lose the file."""
        folder = os.open(self._path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    def remove(self, names: Iterable[str]) -> None:
        """Remove files; ignore missing ones."""
        for name in names:
            self._file(name).unlink(missing_ok=True)

    def _file(self, name: str) -> Path:
        """Return the path of a file in this folder; LostFileError for names that point elsewhere."""
        if not NAME.fullmatch(name):
            raise LostFileError(f"{name!r} is no name of a file of a job")
        return self._path / name


class Overlay:
    """Copy-on-write view of a folder: writes go to another folder, nothing is removed."""

    def __init__(self, below: Files, above: Folder) -> None:
        self._below, self._above = below, above
        self._written: set[str] = set()

    def write(self, name: str, content: Sequence[NDArray[np.generic]]) -> None:
        """Write to the other folder."""
        self._above.write(name, content)
        self._written.add(name)

    def read(self, name: str, start: int = 0, size: int | None = None) -> NDArray[np.uint8]:
        """Read a file, from the other folder if it was written there; LostFileError if it is unreadable."""
        return (self._above if name in self._written else self._below).read(name, start, size)

    def names(self, prefix: str) -> list[str]:
        """Return the names in both folders."""
        aside = {name for name in self._written if name.startswith(prefix)}
        return sorted(aside.union(self._below.names(prefix)))

    def free(self) -> float:
        """Return the free bytes for writes."""
        return self._above.free()

    def remove(self, names: Iterable[str]) -> None:
        """Remove nothing."""


def files_of(folder: Path | UPath | None, shard: int) -> ShardFiles | None:
    """Return the files of a shard in its job's folder; None without a folder."""
    if folder is None:
        return None
    return ShardFiles(files_in(folder / f"shard-{shard}"), files_in(folder), kept_files(folder.parent))


def kept_files(spill: Path | UPath) -> Files:
    """Return the files that jobs leave permanently, in a folder beside those of the jobs."""
    return files_in(spill / "kept")


def kept_if_any(spill: Path | UPath | None) -> Files | None:
    """Return `kept_files`, or None if there is no folder for files."""
    return None if spill is None else kept_files(spill)


def files_in(folder: Path | UPath) -> Files:
    """Return the files of a folder on disk or in an object store."""
    if isinstance(folder, Path):
        return Folder(folder)
    from workers.files.object_store import Bucket  # noqa: PLC0415  most installations have no object store

    return Bucket(folder)


def _not_linked(path: str, flags: int) -> int:
    """Open a file without following links, which might lead out of the folder."""
    return os.open(path, flags | os.O_NOFOLLOW)


def _write(path: Path, content: Sequence[NDArray[np.generic]]) -> None:
    with path.open("wb") as file:
        for array in content:
            file.write(
                np.ascontiguousarray(array).reshape(-1).view(np.uint8).data
            )  # tofile would not say what is wrong
        file.flush()
        os.fsync(file.fileno())
