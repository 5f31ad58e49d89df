"""A job that runs undisturbed, is paused, is killed or loses its servers, always with the same resulting bits.

The digests compared cover counts, per-square statistics, every shard's final checkpoint and every stored tour.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from findings.setup import upgrade
from store.jobs.lifecycle import pause, resume
from store.models.states import JobState
from store.settings import Settings
from tests.acceptance.service import LASTING, Service, on_servers
from tests.servers import wait_until

pytestmark = pytest.mark.acceptance


@pytest.fixture
def embedded(tmp_path: Path) -> Iterator[Callable[[str], Service]]:
    """Make embedded services, each in a data folder of its own."""
    with ExitStack() as made:
        yield lambda name: made.enter_context(_embedded(tmp_path, name))


def _embedded(folder: Path, name: str) -> Service:
    settings = Settings(data=folder / name)
    upgrade(settings)
    return Service(folder, ["serve", "--data", str(settings.data), "--port", "0", "--threads", "2"], settings, {})


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The digest of the job run undisturbed."""
    with _embedded(tmp_path_factory.mktemp("undisturbed"), "data") as service:
        job = service.submit(LASTING)
        service.start()
        return service.finished_digest(job)


def test_paused_and_resumed_five_times(embedded: Callable[[str], Service], reference: str) -> None:
    """Every pause is reached and leaves no trace in the result."""
    service = embedded("paused")
    job = service.submit(LASTING)
    service.start()
    for _ in range(5):
        before = service.work(job)
        wait_until(lambda before=before: service.work(job) > before + 2, "work goes on")
        service.ask(pause, job)
        wait_until(lambda: service.job_state(job) != JobState.PAUSING, "the job rests")
        service.ask(resume, job)

    assert service.finished_digest(job) == reference


def test_killed_ten_times(embedded: Callable[[str], Service], reference: str) -> None:
    """SIGKILL at random moments costs some seconds of work and nothing else."""
    moments = random.Random(8)
    service = embedded("killed")
    job = service.submit(LASTING)
    for _ in range(10):
        wanted = service.work(job) + moments.randint(1, 6)
        service.start()
        wait_until(lambda wanted=wanted: service.work(job) >= wanted, "work goes on after a kill")
        service.kill()
    assert service.job_state(job) == JobState.RUNNING, "the kills came too late: the job must outlive them"
    service.start()

    assert service.finished_digest(job) == reference


def test_a_sampling_job_changes_hands(embedded: Callable[[str], Service]) -> None:
    """Populations, their pilot and the drawn tours are the same after two kills, with one thread or three.

    `python -m experiments.chaos` makes thousands of such tests.
    """
    sampling = {"kind": "sample", "board": "6x6", "particles": 4096, "potential": "auto", "store": {"first": 20}}
    sampling |= {"budget": {"walks": 4096 * 100}, "rng": {"seed": 5, "streams": 4}}
    whole, service = embedded("whole"), embedded("changing")
    wanted, job = whole.submit(sampling), service.submit(sampling)
    whole.start()
    digest = whole.finished_digest(wanted)
    for threads in (1, 3):
        service.start("--threads", str(threads))
        before = service.work(job)
        wait_until(lambda before=before: service.work(job) > before + 1, "work goes on after a kill")
        service.kill()
    assert service.job_state(job) == JobState.RUNNING, "the kills came too late: the job must outlive them"
    service.start("--threads", "3")

    assert service.finished_digest(job) == digest


@pytest.mark.service
def test_servers_and_workers_fail(tmp_path: Path, reference: str) -> None:
    """Three workers on Redis and PostgreSQL are killed and their servers restarted; nothing is lost or doubled."""
    with on_servers(tmp_path, workers=3) as (service, redis, postgresql):
        job = service.submit(LASTING)
        troubles: list[Callable[[], None]] = [redis.flush, redis.restart, postgresql.restart, lambda: None]
        for trouble in troubles:
            before = service.work(job)
            wait_until(lambda before=before: service.work(job) > before + 4, "work goes on")
            service.kill()
            trouble()
            service.start()

        assert service.finished_digest(job) == reference
