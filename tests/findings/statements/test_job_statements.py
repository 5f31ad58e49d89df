"""The figures of all jobs never contradict each other without differing in their subject."""

from __future__ import annotations

import pytest

from engine.boards.labels import parse_board
from findings.exports.counts import count_records
from findings.references.load import load_references
from findings.results.recent import latest_counts
from findings.statements.board_facts import gather_board_facts
from findings.statements.flat_rows import flat
from findings.statements.job_statements import statements_of_job
from store.database.db import Database
from store.jobs.lifecycle import get_job
from store.models.states import JobState
from tests.store.real_jobs import run_job

COUNT = {"kind": "enumerate", "board": "5x5", "starts": [[1, 1]]}
WALK = {"kind": "sample", "board": "5x5", "budget": {"walks": 2000}, "rng": {"streams": 2}}
SPECIFICATIONS: list[dict[str, object]] = [
    {"kind": "enumerate", "board": "3x4"},
    {"kind": "enumerate", "board": "3x4", "method": "frontier", "by_end": True},
    {"kind": "enumerate", "board": "3x4", "method": "inclusion-exclusion"},
    {"kind": "enumerate", "board": "3x4", "tours": "open", "store": "all"},
    {"kind": "enumerate", "board": "3x4", "tours": "closed"},
    {"kind": "enumerate", "board": "5x6", "tours": "closed", "method": "frontier"},
    {"kind": "enumerate", "board": "5x6", "tours": "closed", "method": "backtrack", "starts": [[1, 1]]},
    COUNT,
    {**COUNT, "starts": [[1, 1], [1, 3]]},
    {**COUNT, "method": "backtrack"},
    {**COUNT, "method": "backtrack", "prune": ["exits"]},
    {**COUNT, "method": "backtrack", "visit": "warnsdorff"},
    {**COUNT, "method": "backtrack", "limit": {"tours": 30}},
    {**COUNT, "method": "backtrack", "limit": {"nodes": 999}},
    {**COUNT, "method": "warnsdorff"},
    {**COUNT, "method": "board-array"},
    {**COUNT, "method": "link-cutting"},
    *({**WALK, "method": method} for method in ("uniform", "rotating", "warnsdorff", "importance")),
    {**WALK, "method": "uniform", "rng": {"streams": 2, "seed": 7}},
    {**WALK, "method": "smc", "particles": 500},
    {**WALK, "method": "frontier", "budget": {"walks": 5}, "store": "all"},
    {**WALK, "method": "warnsdorff", "exact": True},
    {"kind": "construct", "board": "5x5", "tours": "closed"},
    {"kind": "construct", "board": "5x6", "tours": "closed"},
    {"kind": "distance", "board": "5x5", "from": "a1"},
    {"kind": "test-generator", "generator": "pcg64dxsm", "trials": 3},
]


@pytest.fixture(autouse=True)
def toy_kind() -> None:
    """Keep the registries unchanged: here every kind does its own work."""


def test_no_figure_contradicts_another(database: Database) -> None:
    """Figures of equal subject, quantity, convention and restriction are equal in results, records and tables."""
    with database.writing() as session:
        load_references(session)
    jobs = [run_job(database, fields, 0.5) for fields in SPECIFICATIONS]
    with database.reading() as session:
        rows = [get_job(session, job) for job in jobs]
        assert {row.state for row in rows} == {JobState.SUCCEEDED}
        told = [one for row in rows for one in statements_of_job(session, row)]
        known = [one for label in ("3x4", "5x5", "5x6") for one in gather_board_facts(session, parse_board(label))]
        latest, exported = latest_counts(session, 1000), list(count_records(session, work=True))

    exact: dict[tuple[object, ...], set[object]] = {}
    for one in [*told, *known, *latest]:
        if one.exact:
            exact.setdefault(one.key, set()).add(one.value)
    assert {key: values for key, values in exact.items() if len(values) > 1} == {}
    assert len(exact) > 60
    assert ("5x5", "tours", "1728") in {(one.subject.board, one.quantity, one.value) for one in known}
    for one in [*told, *known, *latest]:
        row = flat(one)
        assert row["board"]
        assert row["starts"]
        assert row["convention"]
    assert all(record["starts"] and record["convention"] for record in exported)
    facts: dict[tuple[object, ...], set[object]] = {}
    for record in exported:
        if record["restriction"] is None:
            fact = (record["board"], record["quantity"], record["convention"], str(record["starts"]))
            facts.setdefault(fact, set()).add(record["value"])
    assert all(len(values) == 1 for values in facts.values())
