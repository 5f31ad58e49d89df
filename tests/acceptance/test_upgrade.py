"""The upgrade of a running installation: jobs begun by the old code continue and end with the same results."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from cavalier.transport import Transport
from store.jobs.lifecycle import get_job, pause, resume
from store.jobs.maintenance import live_workers
from store.models.states import JobState
from store.queries.jobs import events, slices
from tests.acceptance.service import ENVIRONMENT, LASTING, Service, on_servers
from tests.processes import ROOT, cavalier, clean_environment
from tests.servers import Process, accepts, free_port, wait_until

pytestmark = pytest.mark.acceptance

GENERATOR = {"kind": "test-generator", "generator": "pcg64dxsm", "tests": ["chi-square"], "trials": 2}
PACKAGES = ("api", "cli", "drawing", "engine", "language", "migrations", "store", "workers")

LOWEST = "return population(~bits & (bits - ONE))"
EQUAL = "return population((bits - ONE) & ~bits)"
DEAD_END = "            dead_ends += 1"
OTHER = "            dead_ends += 2"


def new_code(folder: Path, file: str, before: str, after: str) -> Path:
    """Return a copy of the tree with one line of a kernel changed."""
    for package in PACKAGES:
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    text = (folder / file).read_text()
    assert before in text
    (folder / file).write_text(text.replace(before, after))
    return folder


@pytest.fixture
def installation(tmp_path: Path) -> Iterator[tuple[Service, dict[str, str]]]:
    """Two workers of the old code on their own servers, and the settings for processes that join them."""
    with on_servers(tmp_path, 2) as (service, redis, postgresql):
        yield service, {"CAVALIER_DATABASE_URL": postgresql.url, "CAVALIER_BROKER_URL": redis.url}


def half_done(service: Service) -> str:
    """Submit a job, pause it in the middle and return its id."""
    job = service.submit(LASTING)
    wait_until(lambda: service.work(job) > 20, "work goes on")
    service.ask(pause, job)
    wait_until(lambda: service.job_state(job) != JobState.PAUSING, "the job rests")
    assert service.job_state(job) == JobState.PAUSED, "the job was too short for this test"
    return job


def workers(service: Service) -> int:
    """Return the number of live workers."""
    with service.database.reading() as session:
        return len(live_workers(session))


def engines(service: Service, job: str) -> list[str]:
    """Return the engines that the ledger names, in the order of the slices."""
    with service.database.reading() as session:
        return [entry.code_digest for entry, _, _ in slices(session, get_job(session, job), limit=100_000)]


def history(service: Service, job: str) -> list[str]:
    """Return the names of the job's events."""
    with service.database.reading() as session:
        return [event.name for event in events(session, get_job(session, job), limit=1000)]


class NewApi:
    """The API of the new code, at this address."""

    def __init__(self, tree: Path, url: str) -> None:
        self.tree, self.url = tree, url

    def job(self, job: str) -> dict[str, Any]:
        """Return the job's document."""
        with Transport(self.url) as client:
            return dict(client.job(job))

    def adopt(self, job: str) -> dict[str, Any]:
        """Run `cavalier adopt`."""
        run = subprocess.run(
            cavalier("adopt", job, "--url", self.url, "--json"),
            cwd=self.tree,
            env=clean_environment({}),
            capture_output=True,
            check=True,
        )
        return dict(json.loads(run.stdout))


@contextmanager
def new_api(tree: Path, log: Path, environment: dict[str, str]) -> Iterator[NewApi]:
    """Run the API of the new code."""
    port = free_port()
    command = cavalier("api", "--port", str(port), "--workers", "1")
    with Process(command, log, ENVIRONMENT | environment, tree):
        wait_until(lambda: accepts(port), "the API answers")
        yield NewApi(tree, f"http://127.0.0.1:{port}")


def test_new_code_goes_on_where_old_code_was(installation: tuple[Service, dict[str, str]], tmp_path: Path) -> None:
    """Old and new code work side by side; an adopted job ends with the digest of an undisturbed one."""
    service, environment = installation
    undisturbed = service.finished_digest(service.submit(LASTING))
    job = half_done(service)

    tree = new_code(tmp_path / "new", "engine/search/bits.py", LOWEST, EQUAL)
    service.start(tree=tree)
    with new_api(tree, tmp_path / "api.log", environment) as api:
        wait_until(lambda: workers(service) == 3, "the new worker lives")
        before = service.work(job)
        service.ask(resume, job)
        wait_until(lambda: service.work(job) > before + 6, "the old workers go on")
        service.ask(pause, job)
        wait_until(lambda: service.job_state(job) == JobState.PAUSED, "the job rests")
        assert set(engines(service, job)) == {api.job(job)["engine"]}

        for _ in range(2):
            assert service.processes.pop(0).end() == 0
        service.ask(resume, job)
        assert api.job(job)["waiting"]["lacks"] == "engine"
        assert "adopt" in api.job(job)["actions"]
        service.finished_digest(service.submit(GENERATOR))  # its code is unchanged, so it needs no adoption

        assert api.adopt(job)["adoption"]["state"] == "checking"
        assert service.finished_digest(job) == undisturbed
    done = engines(service, job)
    assert len(set(done)) == 2
    assert done == sorted(done, key=done.index), "old slices come first"
    assert {"adoption-asked", "adopted"} <= set(history(service, job))


def test_new_code_with_other_results_is_refused(installation: tuple[Service, dict[str, str]], tmp_path: Path) -> None:
    """Code with other results is refused the job, and the old workers continue it."""
    service, environment = installation
    job = half_done(service)

    tree = new_code(tmp_path / "new", "engine/search/backtrack.py", DEAD_END, OTHER)
    service.start(tree=tree)
    with new_api(tree, tmp_path / "api.log", environment) as api:
        api.adopt(job)
        wait_until(lambda: "adoption-refused" in history(service, job), "the check ends")
        document = api.job(job)
        assert document["adoption"]["state"] == "refused"
        assert document["adoption"]["different"]
        before = service.work(job)
        service.ask(resume, job)
        wait_until(lambda: service.work(job) > before + 6, "the old workers go on")
    assert len(set(engines(service, job))) == 1
