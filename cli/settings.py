"""The settings of each role: embedded in one process, or production on services of its own."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from cli.errors import problem
from engine.code_digest import use_cache_folder
from store.settings import InvalidSettingError, Settings


def embedded_settings(data: Path) -> Settings:
    """Return the settings of a process that does everything itself in the folder `data`."""
    settings = read_settings()
    if settings.database_url or not settings.is_embedded:
        detail = "CAVALIER_DATABASE_URL or CAVALIER_BROKER_URL is set: use `cavalier api` and `cavalier worker`"
        raise problem("Production settings", detail, status=400)
    return replace(settings, data=data)


def production_settings() -> Settings:
    """Return the settings of a process that shares a database and a broker with others."""
    settings = read_settings()
    if settings.is_embedded or not settings.database_url:
        detail = "set CAVALIER_DATABASE_URL and CAVALIER_BROKER_URL, or use `cavalier serve`, which needs neither"
        raise problem("No production settings", detail, status=400)
    return settings


def database_settings(data: Path) -> Settings:
    """Return the settings of a process that needs the database alone, whichever it is."""
    return replace(read_settings(), data=data)


def read_settings() -> Settings:
    """Read the environment; a problem where a variable cannot be read."""
    try:
        return Settings.from_env()
    except InvalidSettingError as error:
        raise problem("Invalid setting", str(error), status=400) from error


def keep_kernels() -> None:
    """Let compiled kernels outlive the process, in a folder keyed by the code. Call before numba is imported.

    NUMBA_CACHE_DIR, where it is set, says where instead.
    """
    if "NUMBA_CACHE_DIR" not in os.environ:
        caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        use_cache_folder(caches / "cavalier")


def usable_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
