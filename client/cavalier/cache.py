"""A cache on disk: documents and tours of jobs that have ended, by the job's id.

An ended job does not change until it is deleted, and ids are never reused, so cached files cannot become stale.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
from collections.abc import Callable
from pathlib import Path


def cache_folder() -> Path:
    """Return the user's cache folder: CAVALIER_CACHE, else one beside the caches of other programs."""
    named = os.environ.get("CAVALIER_CACHE")
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(named) if named else Path(home) / "cavalier" / "client"


class Cache:
    """Files of one folder, each written whole or not at all. folder None: nothing is kept."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def find(self, job: str, what: object) -> Path | None:
        """Return the cached file of a part of a job that has ended, or None."""
        path = self._path(job, what)
        return path if path is not None and path.exists() else None

    def keep(self, job: str, what: object, write: Callable[[Path], object]) -> Path | None:
        """Cache the file that `write` makes for a part of a job; return its path, None without a folder."""
        path = self._path(job, what)
        if path is None:
            return None
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(f".{secrets.token_hex(4)}")
        try:
            write(unfinished)
            unfinished.replace(path)
        finally:
            unfinished.unlink(missing_ok=True)
        return path

    def forget(self, job: str, *parts: object) -> None:
        """Remove these parts of a job."""
        for path in filter(None, (self.find(job, what) for what in parts)):
            path.unlink(missing_ok=True)

    def _path(self, job: str, what: object) -> Path | None:
        if self._folder is None:
            return None
        name = hashlib.sha256(json.dumps([job, what], sort_keys=True).encode()).hexdigest()
        return self._folder / name[:2] / name
