"""The number of queries of a page or route, which must not grow with the contents of the database."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
from flask.testing import FlaskClient
from sqlalchemy import event
from sqlalchemy.orm import Session

from engine.boards.labels import parse_board
from engine.kinds.parse import parse_problem, parse_specification
from engine.specification.normal_form import as_json
from engine.specification.result import Count, Estimate, Result
from engine.tours.pack import TourPacker
from reproduction.recorded_results import load_recorded
from reproduction.registry import TABLES
from reproduction.sources import _required_jobs
from reproduction.verdict import Comparison
from store.database.db import Database
from store.jobs.lifecycle import change_state
from store.jobs.results import record_result
from store.models.boards import BoardRow
from store.models.jobs import Job
from store.models.shards import Shard
from store.models.states import JobState
from store.tours.encoding import TourBatch
from store.tours.insertion import write_tours
from tests.api.conftest import OPEN_5X5
from tests.store.campaigns.samples import plan_all
from tests.store.job_samples import drain, stored_job
from tests.toy import ToyKind

MOST = 15
MANY = 40
BOARD = parse_board("5x5")
BUDGET = {"relative_error": 0.01}


@contextmanager
def counted(database: Database) -> Iterator[list[str]]:
    """Collect the statements sent to the database in the block."""
    asked: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if not statement.startswith("BEGIN"):
            asked.append(statement)

    for engine in (database.engine, database.writer):
        event.listen(engine, "before_cursor_execute", note)
    yield asked
    for engine in (database.engine, database.writer):
        event.remove(engine, "before_cursor_execute", note)


def sampled(session: Session, seed: int, state: JobState) -> Job:
    """Store a sampling job with an estimate and a budget of relative error."""
    job = stored_job(session)
    rng = {"generator": "pcg64dxsm", "seed": seed}
    job.kind, job.method = "sample", "uniform"
    job.specification = {"kind": "sample", "board": "5x5", "method": "uniform", "budget": BUDGET, "rng": rng}
    part = Estimate(quantity="tours", value=1700.0 + seed, standard_error=20.0, estimator="uniform", samples=1000)
    record_result(session, job, BOARD, Result(estimates=[part]))
    change_state(session, job, JobState.RUNNING, "began")
    if state != JobState.RUNNING:
        change_state(session, job, state, "ended", outcome="complete")
    return job


def enumerated(session: Session, shards: int) -> Job:
    """Store a finished job that has counted two tours and is to store all."""
    job = stored_job(session, ToyKind(shards), store="all")
    record_result(session, job, BOARD, Result(counts=[Count(quantity="tours", value="2", method="backtrack")]))
    for state in (JobState.RUNNING, JobState.SUCCEEDED):
        change_state(session, job, state, "changed", outcome="complete")
    return job


def with_tours(session: Session, job: Job) -> None:
    """Store a tour and its reverse for each of the job's shards."""
    tours = np.array([OPEN_5X5, OPEN_5X5[::-1]], dtype=np.int32)
    batch = TourBatch(
        start=tours[:, 0], end=tours[:, -1], closed=np.zeros(2, dtype=np.bool_), symmetry=np.ones(2, dtype=np.int32),
        class_keys=np.full(2, -2), paths=TourPacker(BOARD, (1, 2)).pack(tours),
    )  # fmt: skip
    assert job.board_id is not None
    for shard in session.query(Shard).where(Shard.job_id == job.id):
        shard.tours = 2
        write_tours(session, batch, board_id=job.board_id, shard_id=shard.id, seq=0, found_at=1.0e9)


@pytest.fixture
def filled(sqlite_database: Database) -> dict[str, str]:
    """Store many jobs, shards, pieces and boards; return the ids of three jobs by role."""
    with sqlite_database.writing() as session:
        wide = enumerated(session, MANY)
        twin = enumerated(session, MANY)
        for job in [wide, twin, *(enumerated(session, 1) for _ in range(MANY))]:
            with_tours(session, job)
        for seed in range(MANY):
            sampled(session, seed, JobState.SUCCEEDED)
        running = [sampled(session, MANY + seed, JobState.RUNNING) for seed in range(MANY)]
        for number in range(MANY):
            session.add(BoardRow(label="5x5", piece=f"1,{number + 3}", size=25, definition="5x5", facts=None))
            session.add(BoardRow(label=f"3x{number + 30}", piece="1,2", size=90, definition="3x30", facts=None))
        session.flush()
        return {"wide": wide.public_id, "twin": twin.public_id, "sample": running[0].public_id}


LISTS = ("/jobs", "/tours", "/tours?board=5x5", "/boards")
ROUTES = (
    "jobs", "tours", "tours?board=5x5&closed=true", "tours?class=fffffffffffffffe", "tours/counts?board=5x5", "tours/1",
    "boards", "boards/5x5",
)  # fmt: skip
PARTS = ("", "/result", "/squares", "/estimates", "/shards", "/events", "/slices")
TOURS = ("/tours", "/tours?closed=true", "/tours?closed=false&limit=60", "/tours?closed=true&cursor=3")


def test_no_answer_of_campaigns_takes_many_queries(client: FlaskClient, sqlite_database: Database) -> None:
    """The number of queries stays small for many jobs, rows and columns, also when submitting and acting."""
    boards, asked = [f"3x{n}" for n in range(4, 24)], [{"kind": "enumerate"}, {"kind": "enumerate", "tours": "closed"}]
    body = {"name": "Grid", "boards": boards, "specifications": asked}
    taken = {}
    with counted(sqlite_database) as statements:
        campaign = client.post("/api/v1/campaigns", json=body).get_json()["id"]
    taken["submit"] = len(statements)
    address = f"/api/v1/campaigns/{campaign}"
    for verb in ("pause", "resume", "priority", "cancel"):
        with counted(sqlite_database) as statements:
            assert client.post(f"{address}/{verb}", json={"priority": 3}).status_code == 200
        taken[verb] = len(statements)
    with counted(sqlite_database) as statements:
        other = client.post(f"{address}/clone", json={"name": "Again"}).get_json()["id"]
    taken["clone"] = len(statements)
    plan_all(sqlite_database)
    drain(sqlite_database)
    pages = (
        "",
        "/jobs?limit=500",
        "/results?limit=500",
        f"/compare?other={other}&limit=500",
        "/results.csv",
        "/results.parquet",
    )
    for page in ("/api/v1/campaigns", *(f"/api/v1/campaigns/{other}{page}" for page in pages)):
        with counted(sqlite_database) as statements:
            assert client.get(page).status_code == 200
        taken[page] = len(statements)

    assert {name: number for name, number in taken.items() if number > MOST} == {}


def test_no_answer_takes_many_queries(client: FlaskClient, sqlite_database: Database, filled: dict[str, str]) -> None:
    """With forty of everything, no answer takes more than `MOST` queries."""
    jobs = [f"jobs/{job}{part}" for job in filled.values() for part in (*PARTS, *TOURS)]
    pages = [
        *LISTS,
        "/",
        "/boards/5x5",
        "/api/v1/exports/sequence?family=nxn",
        "/api/v1/recurrence?family=nxn",
        "/api/v1/compare?job={wide}&job={twin}".format(**filled),
        "/compare?job={wide}&job={twin}".format(**filled),
        "/compare",
        *(f"/jobs/{job}" for job in filled.values()),
    ]
    taken = {}
    for address in (*(f"/api/v1/{route}" for route in (*ROUTES, *jobs)), *pages):
        with counted(sqlite_database) as asked:
            assert client.get(address).status_code == 200, address
        taken[address] = len(asked)

    assert {address: number for address, number in taken.items() if number > MOST} == {}
    assert min(taken.values()) > 0


def test_the_sources_take_few_queries_the_first_time(
    client: FlaskClient, sqlite_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bound is kept with a finished job for every printed figure, none of them cached."""
    looked_at: list[str] = []

    def noted(figure: Any, _table: Any, results: Mapping[str, Any]) -> Comparison:
        looked_at.extend(results)
        return load_recorded()[figure.key]

    monkeypatch.setattr("reproduction.sources.compare", noted)
    monkeypatch.setattr("reproduction.sources._KEPT", {})
    wanted = {one.name: one.specification for table in TABLES for one in (found.job for found in _required_jobs(table))}
    with sqlite_database.writing() as session:
        for specification in wanted.values():
            job = stored_job(session)
            job.kind, job.specification = specification["kind"], as_json(parse_specification(specification))
            job.outcome = "complete"
            job.fingerprint = parse_problem(specification).fingerprint
            for state in (JobState.RUNNING, JobState.SUCCEEDED):
                change_state(session, job, state, "changed")

    with counted(sqlite_database) as asked:
        assert client.get("/api/v1/sources").status_code == 200

    assert len(set(looked_at)) == len(wanted)
    assert 0 < len(asked) <= MOST
