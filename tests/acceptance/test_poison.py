"""A step that never ends in the real processes: its job fails with the reason, the process restarts, others succeed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from findings.setup import upgrade
from store.jobs.lifecycle import get_job
from store.models.operations import WorkerRow
from store.models.shards import Shard
from store.models.states import JobState, ShardState
from store.settings import Settings
from tests.acceptance.service import ENVIRONMENT, Service, servers, urls
from tests.in_memory import enumerated
from tests.servers import Process, wait_until

pytestmark = pytest.mark.acceptance

POISONED = (sys.executable, "-m", "tests.acceptance.poisoned")
# Loading a kernel counts as a step, and takes a while on a busy machine.
IMPATIENT = ENVIRONMENT | {"CAVALIER_STEP_SECONDS": "15", "CAVALIER_LEASE_SECONDS": "10"}
POISON = {"kind": "sample", "board": "5x5", "method": "uniform", "rng": {"seed": 1, "streams": 1}, "label": "hangs"}
"""A job of one shard."""

SMALL = {"kind": "enumerate", "board": "5x5", "method": "backtrack"}


@pytest.fixture(scope="module")
def kernels() -> None:
    """Compile what the jobs need before a guard watches it."""
    enumerated(**{name: value for name, value in SMALL.items() if name != "kind"})


@pytest.fixture(params=["serve", pytest.param("worker", marks=pytest.mark.service)])
def running(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Service, Process]]:
    """Start the embedded service, or a worker on Redis and PostgreSQL."""
    log = tmp_path / "poisoned.log"
    if request.param == "serve":
        settings = Settings(data=tmp_path / "data")
        upgrade(settings)
        command = [*POISONED, "serve", "--data", str(settings.data), "--port", "0", "--threads", "2"]
        with Service(tmp_path, [], settings, {}) as service, Process(command, log, IMPATIENT) as process:
            yield service, process
        return
    command = [*POISONED, "worker", "--threads", "2"]
    with (
        servers(tmp_path) as (settings, _, _),
        Service(tmp_path, [], settings, {}) as service,
        Process(command, log, IMPATIENT | urls(settings)) as process,
    ):
        yield service, process


@pytest.mark.usefixtures("kernels")
def test_a_step_that_never_ends(running: tuple[Service, Process]) -> None:
    """Its shard is quarantined, the process restarts with the same id as a new worker, and other jobs succeed."""
    service, process = running
    wait_until(lambda: _workers(service, process) != set(), "the worker reports")
    first = _workers(service, process)
    poison = service.submit({**POISON, "budget": {"walks": 1000}})
    wait_until(lambda: service.job_state(poison) == JobState.FAILED, "the job fails")
    healthy = service.submit(SMALL)
    service.finished_digest(healthy)
    wait_until(lambda: bool(_workers(service, process) - first), "the process has begun anew")
    another = service.submit({**SMALL, "label": "after"})
    service.finished_digest(another)

    assert process.alive
    with service.database.reading() as session:
        job = get_job(session, poison)
        shards = session.scalars(select(Shard).where(Shard.job_id == job.id, Shard.state == ShardState.QUARANTINED))
        told = [shard.last_error or "" for shard in shards]
    assert told
    assert all("ran for more than 15 s" in text for text in told)


def _workers(service: Service, process: Process) -> set[str]:
    """Return the names of the workers that this process has run."""
    with service.database.reading() as session:
        named = WorkerRow.name.contains(f"-{process.pid}-")
        return set(session.scalars(select(WorkerRow.name).where(named)))
