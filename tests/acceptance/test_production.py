"""The production commands on PostgreSQL and Redis: migrate, serve under gunicorn and work, by settings alone."""

from __future__ import annotations

import subprocess
from pathlib import Path

import httpx2
import pytest
from sqlalchemy.orm import Session

from cavalier.transport import Transport
from store.jobs.maintenance import drain_worker, live_workers
from store.models.states import JobState
from tests import processes
from tests.acceptance.service import LASTING, on_servers
from tests.servers import Process, free_port, wait_until

JOB = {"kind": "enumerate", "board": "5x5", "method": "backtrack", "starts": [[1, 1], [3, 3]]}
TOURS = {(1, 1): "304", (3, 3): "64"}
"""Directed tours of 5x5 by start square (La marche du cavalier)."""


def answers(url: str) -> bool:
    """Whether a server answers at this address."""
    try:
        return httpx2.get(f"{url}/health/live").is_success
    except httpx2.TransportError:
        return False


@pytest.mark.service
@pytest.mark.acceptance
def test_a_job_over_http(postgresql_url: str, redis_url: str, tmp_path: Path) -> None:
    """A job sent to gunicorn is computed by a worker process and followed to its end; both processes exit with 0."""
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


def drain_all(session: Session) -> None:
    """Ask every worker to finish and stop."""
    for worker in live_workers(session):
        assert drain_worker(session, worker.name)


@pytest.mark.service
@pytest.mark.acceptance
@pytest.mark.parametrize("options", [("--max-seconds", "8"), ()], ids=["its time over", "told to finish"])
def test_a_worker_ends_by_itself(tmp_path: Path, options: tuple[str, ...]) -> None:
    """It commits and exits with code 0 in the middle of a job, which the next worker ends with the same result."""
    with on_servers(tmp_path, 0) as (service, _, _):
        job = service.submit(LASTING)
        service.start(*options)
        (short,) = service.processes
        wait_until(lambda: service.work(job) > 0, "the job is worked on")
        if not options:
            service.ask(drain_all)
        wait_until(lambda: not short.alive, "the worker ends by itself")
        assert short.end() == 0
        assert service.job_state(job) != JobState.FAILED
        service.start()
        digest = service.finished_digest(job)
    (tmp_path / "whole").mkdir()
    with on_servers(tmp_path / "whole", 1) as (service, _, _):
        assert service.finished_digest(service.submit(LASTING)) == digest
