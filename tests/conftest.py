"""Shared fixtures; first of all a kernel cache that belongs to this very code, before anything imports numba."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.kernels import use_test_cache

pytest_plugins = [
    f"tests.{name}" for name in ("services", "databases", "processes", "webhooks", "forecast", "applications")
]

# A slow example only means that the machine is busy, or that the example compiles a kernel.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

use_test_cache()
os.environ["CAVALIER_LANGUAGE"] = "en"  # whatever the developer's system speaks
os.environ["CAVALIER_ATLAS_TOURS"] = "false"  # what a test counts is then all there is

ACCEPTANCE_SECONDS = 1800
"""Time limit of tests of real processes, on a machine where many others work."""

LONG = ("acceptance", "service")
"""Marks of tests that take long, the longest first."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give tests of real processes more time than others, and run long files first, so that none begins at the end."""
    ranks: dict[Path, int] = {}
    for item in items:
        if item.get_closest_marker("acceptance"):
            item.add_marker(pytest.mark.timeout(ACCEPTANCE_SECONDS))
        rank = next((number for number, name in enumerate(LONG) if item.get_closest_marker(name)), len(LONG))
        ranks[item.path] = min(rank, ranks.get(item.path, rank))
    items.sort(key=lambda item: ranks[item.path])
