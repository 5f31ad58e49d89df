"""Shared fixtures; first of all a kernel cache that belongs to this very code, before anything imports numba."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from engine.code_digest import use_cache_folder
from engine.compile_waits import ALL_COMPILED

pytest_plugins = ["tests.services", "tests.databases", "tests.processes", "tests.webhooks", "tests.forecast"]

# How long an example takes says how busy the machine is, or that the first of them compiles a kernel.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

if "NUMBA_CACHE_DIR" not in os.environ:
    use_cache_folder(Path(tempfile.gettempdir()))
os.environ["CAVALIER_LANGUAGE"] = "en"  # whatever the developer's system speaks
os.environ["CAVALIER_ATLAS_TOURS"] = "false"  # what a test counts is then all there is
Path(os.environ["NUMBA_CACHE_DIR"]).mkdir(parents=True, exist_ok=True)
(
    Path(os.environ["NUMBA_CACHE_DIR"]) / ALL_COMPILED
).touch()  # workers of tests compile what they need, and nothing ahead

ACCEPTANCE_SECONDS = 1800
"""Real processes on a machine where many others work; what never ends is told after it."""

LONG = ("acceptance", "service")
"""Marks of tests that take long, the longest first."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give tests of real processes more time than others, and run long files first: nobody waits for one at the end."""
    ranks: dict[Path, int] = {}
    for item in items:
        if item.get_closest_marker("acceptance"):
            item.add_marker(pytest.mark.timeout(ACCEPTANCE_SECONDS))
        rank = next((number for number, name in enumerate(LONG) if item.get_closest_marker(name)), len(LONG))
        ranks[item.path] = min(rank, ranks.get(item.path, rank))
    items.sort(key=lambda item: ranks[item.path])
