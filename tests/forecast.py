"""The forecast that a test run begins with: which tests this machine skips, and how long all of them take."""

from __future__ import annotations

import importlib.util
import os
import shutil
import time
from collections.abc import Callable

import psycopg
import pytest
import redis

from tests.services import POSTGRESQL, REDIS, are_services_required

PROCESSOR_MINUTES = 30
"""Measured with compiled kernels (AMD EPYC, Python 3.11)."""

BEGIN = time.monotonic()
LAST_RUN = "forecast/minutes"


def has_postgresql() -> bool:
    """Whether the server answers."""
    try:
        psycopg.connect(POSTGRESQL.replace("+psycopg", ""), connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


def has_redis() -> bool:
    """Whether the server answers."""
    with redis.Redis.from_url(REDIS, socket_connect_timeout=2) as client:
        try:
            return bool(client.ping())
        except redis.exceptions.ConnectionError:
            return False


def has_program(name: str) -> Callable[[], bool]:
    """Return a function that tells whether a program is installed."""
    return lambda: shutil.which(name) is not None


NEEDS: dict[str, Callable[[], bool]] = {
    "PostgreSQL": has_postgresql,
    "Redis": has_redis,
    "Chromium": has_program("chromium"),
    "a C compiler": has_program(os.environ.get("CC") or "cc"),
    "npm": has_program("npm"),
    "network namespaces (ip)": has_program("ip"),
    "the right to mount (root)": lambda: os.geteuid() == 0,
    "systemd-analyze": has_program("systemd-analyze"),
    "DuckDB": lambda: importlib.util.find_spec("duckdb") is not None,
}
"""What some tests need beside the locked packages, with the check for it."""


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Return the lines that a run begins with."""
    missing = [need for need, is_there in NEEDS.items() if not is_there()]
    lines = [f"{'fails' if are_services_required() else 'skips'} tests that need {need}" for need in missing]
    return [*lines, *([forecast(config)] if is_whole(config) else [])]


def forecast(config: pytest.Config) -> str:
    """Return how long all tests take: as long as the last time, else by the processor time they need."""
    if last := config.cache.get(LAST_RUN, None):
        return f"the last run of all tests took {last:.0f} min here"
    processes = config.getoption("numprocesses", None) or 1
    return f"all tests take about {PROCESSOR_MINUTES / processes:.0f} min in {processes} processes, and longer at first"


def is_whole(config: pytest.Config) -> bool:
    """Whether every test was asked for."""
    options = config.option
    narrowed = options.keyword or options.markexpr or options.collectonly or getattr(options, "lf", True)
    return config.args_source is pytest.Config.ArgsSource.TESTPATHS and not narrowed


def pytest_terminal_summary(config: pytest.Config) -> None:
    """Note how long all tests took."""
    if is_whole(config):
        config.cache.set(LAST_RUN, (time.monotonic() - BEGIN) / 60)
