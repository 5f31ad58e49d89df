"""A worker whose temporary folder is full, and whose jobs still end with the usual results."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from findings.setup import upgrade
from store.settings import Settings
from tests.acceptance.service import Service, servers, urls
from tests.small_disk import SmallDisk, small_disk

__all__ = ["small_disk"]
pytestmark = pytest.mark.acceptance

JOBS = [
    {"kind": "enumerate", "board": "5x6", "method": "backtrack", "starts": [[1, 1]], "store": "all"},
    {"kind": "index", "board": "6x6"},
    {"kind": "sample", "board": "6x6", "budget": {"walks": 20_000}, "rng": {"seed": 5, "streams": 2}},
    {"kind": "construct", "board": "8x8"},
    {"kind": "distance", "board": "8x8", "from": [1, 1]},
]
"""Jobs planned in a process apart or at once, some with stored tours or files of their own."""

EVERYTHING_TWICE = {"CAVALIER_CONFIRM_SHARE": "1"}
"""Second runs, which need files of their own."""


def digests(service: Service, *options: str) -> list[str]:
    """Submit the jobs, start a worker and return the digest of each job's result."""
    jobs = [service.submit(job) for job in JOBS]
    service.start(*options)
    return [service.finished_digest(job) for job in jobs]


def without_room(disk: SmallDisk) -> Mapping[str, str]:
    """Fill the disk and return the variables that make it the temporary folder of a process."""
    disk.fill()
    return {"TMPDIR": str(disk.path), "SQLITE_TMPDIR": str(disk.path)} | EVERYTHING_TWICE


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The digests of the jobs' results where there is room."""
    folder = tmp_path_factory.mktemp("room")
    settings = Settings(data=folder / "data")
    upgrade(settings)
    with Service(folder, ["serve", "--data", str(settings.data), "--port", "0"], settings, {}) as service:
        return digests(service)


def test_the_embedded_service(tmp_path: Path, small_disk: SmallDisk, expected: list[str]) -> None:
    """All jobs succeed with the expected results."""
    settings = Settings(data=tmp_path / "data")
    upgrade(settings)
    environment = dict(without_room(small_disk))
    with Service(tmp_path, ["serve", "--data", str(settings.data), "--port", "0"], settings, environment) as service:
        assert digests(service) == expected


@pytest.mark.service
def test_a_worker_in_production(tmp_path: Path, small_disk: SmallDisk, expected: list[str]) -> None:
    """So they do on PostgreSQL and Redis."""
    with servers(tmp_path) as (settings, _, _):
        files = {"CAVALIER_SPILL_FOLDER": str(tmp_path / "files")}
        environment = {**urls(settings), **files, **without_room(small_disk)}
        with Service(tmp_path, ["worker", "--threads", "1"], settings, environment) as service:
            assert digests(service) == expected
