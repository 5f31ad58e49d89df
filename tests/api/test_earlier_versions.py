"""Databases of earlier versions with ended and half-done jobs, which an upgrade leaves sound and readable.

tests/api/earlier has one for each schema named: made by that version's own `cavalier run`, compressed by xz.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select
from structlog.testing import capture_logs

from api.app import create_app
from findings.audit import audit
from findings.setup import upgrade
from store.database.db import Database, open_database
from store.database.migrate import is_current
from store.jobs.current_result import current_result
from store.models.jobs import Job
from store.settings import Settings
from tests.api.conftest import SilentNotifier

FOLDER = Path(__file__).parent / "earlier"
FILES = sorted(FOLDER.glob("*.sqlite.xz"))


@pytest.fixture
def toy_kind() -> None:
    """Use the real kinds, not the toy."""


@pytest.fixture(params=FILES, ids=lambda path: path.name.partition(".")[0])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """Settings of an upgraded copy of a database."""
    (tmp_path / "cavalier.sqlite").write_bytes(lzma.decompress(request.param.read_bytes()))
    settings = Settings(data=tmp_path)
    upgrade(settings)
    return settings


@pytest.fixture
def database(settings: Settings) -> Iterator[Database]:
    """The open database."""
    database = open_database(settings)
    yield database
    database.close()


def jobs_of(database: Database) -> list[Job]:
    """Return all jobs."""
    with database.reading() as session:
        return list(session.scalars(select(Job).order_by(Job.id)))


def pages(app: Flask, job: str) -> Iterator[str]:
    """Yield the address of every page and document of a job that is addressed by its id alone."""
    adapter = app.url_map.bind("localhost")
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and rule.arguments == {"job_id"}:
            yield adapter.build(rule.endpoint, {"job_id": job})


def test_several_versions() -> None:
    """There are databases of at least three earlier versions."""
    assert len(FILES) >= 3


def test_the_audit_finds_nothing(database: Database) -> None:
    """The audit finds no fault in data of an earlier version, half-done jobs included."""
    with database.reading() as session:
        found = audit(session)

    assert is_current(database)
    assert found.findings == []
    assert found.jobs > 10
    assert found.shards > 100
    assert found.tours > 100


def test_results_so_far_are_put_together(database: Database) -> None:
    """Half-done jobs of an earlier version give estimates, and all of their results can be put together."""
    half_done = [job for job in jobs_of(database) if job.state == "paused"]
    with database.reading() as session:
        results = {job.method: current_result(session, job) for job in half_done}

    assert {"uniform", "smc", "frontier", "backtrack"} <= results.keys()
    assert all("cannot be put together" not in (result.explanation or "") for result in results.values())
    assert {estimate.quantity for estimate in results["uniform"].estimates} >= {"tours", "closed", "cycles"}
    assert results["smc"].estimates


def test_every_page_and_document_answers(settings: Settings, database: Database) -> None:
    """Each answers 200, or 404 where a job has no such page; no error is logged."""
    notifier: Any = SilentNotifier()
    app = create_app(settings, database, notifier)
    client, faults, answered = app.test_client(), [], 0
    with capture_logs() as logged:
        for job in jobs_of(database):
            for address in pages(app, job.public_id):
                status = client.get(address).status_code
                answered += status == 200
                if status not in (200, 404):
                    faults.append((job.kind, job.method, address, status))
    assert faults == []
    assert [line for line in logged if line["log_level"] == "error"] == []
    assert answered > 15 * len(jobs_of(database))
