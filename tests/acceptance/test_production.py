"""The production commands on PostgreSQL and Redis: migrate, serve under gunicorn, work, all told by settings alone."""

from __future__ import annotations

import subprocess
from pathlib import Path

import httpx2
import pytest

from cavalier.transport import Transport
from tests import processes
from tests.servers import Process, free_port, wait_until

JOB = {"kind": "enumerate", "board": "5x5", "method": "backtrack", "starts": [[1, 1], [3, 3]]}
TOURS = {(1, 1): "304", (3, 3): "64"}
"""Directed tours of 5x5 by start square (La marche du cavalier)."""


def answers(url: str) -> bool:
    """Whether a server is there."""
    try:
        return httpx2.get(f"{url}/health/live").is_success
    except httpx2.TransportError:
        return False


@pytest.mark.service
@pytest.mark.acceptance
def test_a_job_over_http(postgresql_url: str, redis_url: str, tmp_path: Path) -> None:
    """A job sent to gunicorn is computed by a worker process, and whoever waits is told; both stop politely."""
    environment = {"CAVALIER_DATABASE_URL": postgresql_url, "CAVALIER_BROKER_URL": redis_url}
    subprocess.run(
        processes.cavalier("db", "upgrade"),
        cwd=processes.ROOT,
        env=processes.clean_environment(environment),
        check=True,
    )
    port = str(free_port())
    serve, work = (
        processes.cavalier("api", "--port", port, "--workers", "2"),
        processes.cavalier("worker", "--threads", "1"),
    )
    with (
        Process(serve, tmp_path / "api.log", environment) as api,
        Process(work, tmp_path / "worker.log", environment) as worker,
    ):
        squares = squares_of(JOB, f"http://127.0.0.1:{port}")
        codes = (api.end(), worker.end())
    assert {square: tours for square, tours in squares.items() if square in TOURS} == TOURS
    assert codes == (0, 0)


def squares_of(job: object, url: str) -> dict[tuple[int, ...], str]:
    """Submit the job once the server answers, wait for its end, and return the tours by start square."""
    wait_until(lambda: answers(url), "the API answers")
    with Transport(url) as client:
        job_id = client.submit(job)["id"]
        *_, last = client.follow(job_id)
        assert last["state"] == "succeeded"
        return {tuple(square["square"]): square["tours"] for square in client.result(job_id)["squares"]}
