"""Who works on what, and how fast work of a kind goes."""

from __future__ import annotations

from engine.digest import engine_digest
from store.db import Database, now
from store.models.operations import WorkerRow
from store.queries.activity import usual_speed, workers_at_work
from tests.store.jobs import drain, stored_job, take


def test_workers_with_their_leases(database: Database) -> None:
    """Live workers by name, each with the shards it holds; one that has long been silent is not there."""
    with database.writing() as session:
        job_id = stored_job(session, label="mine").public_id
        moment = now(session)
        for name, seen in (("b", moment), ("a", moment), ("dead", moment - 3600)):
            session.add(WorkerRow(name=name, capacity=1, engine=engine_digest(), started_at=seen, seen_at=seen))
    take(database, worker="b")

    with database.reading() as session:
        found = workers_at_work(session)

    assert [one.worker.name for one in found] == ["a", "b"]
    assert [len(one.leases) for one in found] == [0, 1]
    lease = found[1].leases[0]
    assert (lease.job, lease.job_label, lease.shard, lease.slices) == (job_id, "mine", "toy 0", 0)


def test_usual_speed(database: Database) -> None:
    """Three slices of 10 units in 0.1 seconds each; of another method nothing is known."""
    with database.writing() as session:
        stored_job(session, method="backtrack")
    drain(database)

    with database.reading() as session:
        speed = usual_speed(session, "enumerate", "backtrack")
        assert speed is not None
        assert round(speed, 6) == 100.0
        assert usual_speed(session, "enumerate", "frontier") is None
        assert usual_speed(session, "enumerate", None) is not None
