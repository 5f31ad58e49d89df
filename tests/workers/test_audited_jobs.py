"""The audit finds no fault in what any kind of job stores, on either database."""

from __future__ import annotations

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session, undefer

from findings.audit import audit
from store.arrays import pack_arrays, unpack_arrays
from store.database.db import Database
from store.jobs.lifecycle import get_job
from store.models.results import PartRow
from store.models.shards import Shard
from store.models.states import JobState
from tests.store.real_jobs import run_job

COUNT = {"kind": "enumerate", "board": "3x4"}
WALK = {"kind": "sample", "board": "5x5", "budget": {"walks": 2000}, "rng": {"streams": 2}}
FIND = {"kind": "construct", "board": "6x6", "attempts": 20}
SPECIFICATIONS: list[dict[str, object]] = [
    *({**COUNT, "method": "backtrack", "tours": tours, "store": "all"} for tours in ("any", "closed", "open")),
    {**COUNT, "board": "5x6", "tours": "closed", "store": "all", "starts": [[1, 1]]},
    {**COUNT, "board": "5x6", "tours": "closed", "store": "classes"},
    {**COUNT, "board": "1x1", "store": "all"},
    {**COUNT, "board": "3x3", "store": "all"},
    {**COUNT, "board": "5x5", "store": "all", "limit": {"tours": 30}, "starts": [[1, 1]]},
    {**COUNT, "board": "5x5", "store": {"first": 7}, "starts": [[1, 1]]},
    {**COUNT, "board": "5x5", "store": "all", "starts": [[1, 1]], "limit": {"nodes": 5000}},
    {**COUNT, "board": "5x5", "store": "classes", "method": "backtrack", "prune": ["exits"]},
    {**COUNT, "method": "warnsdorff", "store": "all"},
    {**COUNT, "board": "5x5", "tours": "open", "symmetry": "rotation180", "store": "all"},
    {**COUNT, "board": "6x6", "tours": "closed", "symmetry": "rotation180", "store": "classes"},
    {**COUNT, "board": "6x6", "tours": "closed", "symmetry": "rotation90", "store": {"first": 3}},
    {**COUNT, "board": "8x8", "tours": "closed", "symmetry": "rotation90"},
    {**COUNT, "method": "frontier", "by_end": True},
    {**COUNT, "method": "inclusion-exclusion", "by_end": True},
    {**COUNT, "board": "torus:4x5", "method": "auto", "starts": [[1, 1]]},
    {**COUNT, "method": "board-array", "starts": [[1, 1]]},
    {**COUNT, "method": "link-cutting", "starts": [[1, 1]]},
    *(
        {**WALK, "method": method, "store": store}
        for method in ("uniform", "rotating", "warnsdorff", "importance")
        for store in ("none", "all", {"first": 3})
    ),
    *({**WALK, "method": "smc", "particles": 500, "store": store} for store in ("none", "all", {"first": 3})),
    {**WALK, "board": "6x6", "method": "importance", "tours": "closed"},
    {**WALK, "board": "6x6", "method": "smc", "tours": "closed", "particles": 500, "potential": "auto"},
    {**WALK, "method": "frontier", "budget": {"walks": 5}, "store": "all"},
    {**WALK, "method": "frontier", "budget": {"walks": 5}, "store": {"first": 3}},
    {**WALK, "board": "5x6", "method": "frontier", "tours": "closed", "budget": {"walks": 5}, "store": "all"},
    {**WALK, "board": "40x40", "method": "uniform", "budget": {"walks": 20}},
    {**WALK, "method": "warnsdorff", "exact": True},
    *({**FIND, "method": method} for method in ("auto", "warnsdorff", "pohl", "roth", "two-factor", "search")),
    {**FIND, "method": "warnsdorff", "until": "all", "store": "all", "tours": "closed"},
    {**FIND, "method": "squirrel-cull", "board": "8x8"},
    {**FIND, "tours": "closed", "symmetry": "rotation90"},
    {**FIND, "method": "blocks", "board": "8x8", "tours": "closed"},
    {"kind": "distance", "board": "5x5", "from": "a1"},
    {"kind": "distance", "board": "5x5", "from": "a1", "to": "e5", "via": ["c3", "b2"]},
    {"kind": "distance", "board": "3x3", "from": "all", "to": "all"},
    {"kind": "distance", "board": "4x4x4", "piece": [1, 2, 3], "from": [1, 1, 1], "to": [1, 1, 2]},
    {"kind": "test-generator", "generator": "pcg64dxsm", "trials": 3},
    {"kind": "test-generator", "generator": "maple", "trials": 3, "tests": ["spectral", "gap"]},
]


@pytest.fixture(autouse=True)
def toy_kind() -> None:
    """Keep the registries unchanged: here every kind does its own work."""


@pytest.mark.parametrize(
    "fields", SPECIFICATIONS, ids=lambda fields: f"{fields['kind']}-{fields.get('method', 'default')}"
)
def test_the_audit_is_clean(database: Database, fields: dict[str, object]) -> None:
    """A job run in slices leaves result, shards, ledger and tours that agree with each other."""
    job = run_job(database, fields)

    with database.reading() as session:
        assert get_job(session, job).state == JobState.SUCCEEDED
        assert _findings(session) == []


def test_distances_of_earlier_versions(database: Database) -> None:
    """A job whose shard and result lack the bound of the combination passes the audit."""
    job = run_job(database, {"kind": "distance", "board": "5x5", "from": "a1", "to": "e5"})
    with database.writing() as session:
        shard = session.scalars(select(Shard).options(undefer(Shard.statistics))).one()
        arrays = unpack_arrays(shard.statistics)
        shard.statistics = pack_arrays({name: arrays[name] for name in arrays if name != "combination_bound"})
        extra = session.scalars(select(PartRow).where(PartRow.part == "extra")).one()
        algebra = {name: extra.payload["algebra"][name] for name in extra.payload["algebra"]}
        del algebra["lower_bound"], algebra["exact"]
        extra.payload = extra.payload | {"algebra": algebra}
        get_job(session, job).result_digest = None

    with database.reading() as session:
        assert get_job(session, job).state == JobState.SUCCEEDED
        assert _findings(session) == []


def _findings(session: Session) -> list[str]:
    return [f"{found.subject}: {found.fault}" for found in audit(session).findings]
