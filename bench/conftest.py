"""The benchmarks: `make bench` measures, keeps the figures in bench/history and compares them with the last ones.

A figure is processor time of this process, so other work on the machine spoils little. `speed` in the kept files is
the number of items a second that the test counts.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from engine.code_digest import use_cache_folder

if TYPE_CHECKING:
    from store.database.db import Database
    from store.settings import Settings

ROUNDS = 5
TOURS = 100_000

use_cache_folder(Path(os.environ.get("XDG_CACHE_HOME", tempfile.gettempdir())))  # before anything imports numba

Measure = Callable[..., Any]


def pytest_benchmark_update_machine_info(machine_info: dict[str, Any]) -> None:
    """Leave out the machine's name."""
    machine_info.pop("node", None)


@pytest.fixture
def measure(benchmark: Any) -> Measure:  # noqa: ANN401
    """Return a function that times work, each round on a new result of `prepare`, and returns the work's result."""

    def run(work: Callable[..., Any], items: float, prepare: Callable[[], Any] | None = None) -> Any:  # noqa: ANN401
        setup: dict[str, Any] = {} if prepare is None else {"setup": lambda: ((prepare(),), {})}
        done = benchmark.pedantic(work, **setup, rounds=ROUNDS, warmup_rounds=1)
        if benchmark.stats is not None:  # with --benchmark-disable nothing is measured
            benchmark.extra_info["speed"] = round(items / benchmark.stats.stats.min, 1)
        return done

    return run


@pytest.fixture(scope="session")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Return settings of a data folder of the session's own."""
    from store.settings import Settings

    return Settings(data=tmp_path_factory.mktemp("data"), log_level="warning")


@pytest.fixture(scope="session")
def database(settings: Settings) -> Iterator[Database]:
    """Fill a SQLite database with synthetic tours of 8x8 and the atlas."""
    from bench.database import load
    from findings.setup import upgrade
    from store.database.db import open_database

    upgrade(settings)
    database = open_database(settings)
    load(database, TOURS)
    yield database
    database.close()
