"""Files of jobs in an object store (such as S3), so that workers on many machines need no shared file system."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from math import inf

import numpy as np
from botocore.exceptions import BotoCoreError
from numpy.typing import NDArray
from upath import UPath

from engine.errors import LostFileError, NoSpaceError


class Bucket:
    """Objects under a prefix, as one folder. Objects are written atomically.

    If the store is unreachable everything raises NoSpaceError, and the job pauses until it is reachable.
    """

    def __init__(self, path: UPath) -> None:
        self._objects, self._path = path.fs, path

    def write(self, name: str, content: Sequence[NDArray[np.generic]]) -> None:
        """Put the object, unless one of that name and length exists."""
        whole = b"".join(array.tobytes() for array in content)
        with self._translate_errors():
            if self._size(name) != len(whole):
                self._objects.pipe_file(self._key(name), whole)

    def read(self, name: str, start: int = 0, size: int | None = None) -> NDArray[np.uint8]:
        """Get bytes; LostFileError if the object is unavailable."""
        end = None if size is None else start + size
        if size == 0:
            return np.empty(0, dtype=np.uint8)
        try:
            with self._translate_errors():
                return np.frombuffer(self._objects.cat_file(self._key(name), start=start, end=end), dtype=np.uint8)
        except OSError as error:
            raise LostFileError(f"an object of the job cannot be read: {error}") from error

    def remove(self, names: Iterable[str]) -> None:
        """Delete objects; ignore missing ones."""
        with self._translate_errors():
            for name in names:
                if self._size(name) is not None:
                    self._objects.rm_file(self._key(name))

    def names(self, prefix: str) -> list[str]:
        """Return the names of the objects in the folder itself."""
        try:
            with self._translate_errors():
                found = self._objects.ls(self._path.path, detail=True, refresh=True)
        except FileNotFoundError:
            return []
        names = [row["name"].rpartition("/")[2] for row in found if row["type"] == "file"]
        return sorted(name for name in names if name.startswith(prefix))

    def free(self) -> float:
        """Return infinity: an object store is unbounded."""
        return inf

    @contextmanager
    def _translate_errors(self) -> Iterator[None]:
        """Raise NoSpaceError if the store does not answer: nothing is lost, and nothing can be stored."""
        try:
            yield
        except BotoCoreError as error:
            raise NoSpaceError(f"{self._path} cannot be reached: {error}") from error

    def _key(self, name: str) -> str:
        return (self._path / name).path

    def _size(self, name: str) -> int | None:
        try:
            return int(self._objects.info(self._key(name), refresh=True)["size"])
        except FileNotFoundError:
            return None
