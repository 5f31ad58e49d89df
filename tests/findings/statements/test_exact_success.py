"""Walks by Warnsdorff's rule with their exact probability of success."""

from __future__ import annotations

from typing import Any

import pytest

from findings.results.result_document import result_document
from findings.statements import exact_success
from findings.statements.job_statements import statements_of_job
from findings.statements.statement import Statement
from store.database.db import Database
from store.jobs.lifecycle import get_job
from tests.store.real_jobs import run_job as run

WALKS: dict[str, Any] = {
    "kind": "sample", "board": "5x5", "method": "warnsdorff", "budget": {"walks": 4000}, "rng": {"streams": 1},
}  # fmt: skip


@pytest.fixture(autouse=True)
def toy_kind() -> None:
    """Keep the registries unchanged."""


def _told(database: Database, job: str) -> tuple[str, Statement]:
    with database.reading() as session:
        row = get_job(session, job)
        (rate,) = (one for one in statements_of_job(session, row) if one.quantity == "success_rate")
        return str(result_document(session, row)["job"]["answer"]), rate


def test_small_boards_are_computed(database: Database) -> None:
    """On 5x5 the mean is 0.4: 1 from the corners and the middle, 1/2, 3/4 or 0 from other squares."""
    every, corner = run(database, WALKS), run(database, {**WALKS, "starts": ["a1"]})

    answer, rate = _told(database, every)
    assert rate.exact_value == pytest.approx(0.4)
    assert not rate.exact
    assert rate.interval_95 is not None
    assert rate.interval_95[0] < 0.4 < rate.interval_95[1]
    assert answer.endswith("; the probability itself is 0.4 (40 %), exactly, by the whole tree of ties.")
    assert _told(database, corner)[1].exact_value == 1.0


def test_larger_boards_are_known_by_a_job(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """On larger boards the value comes from a job with the same squares; other squares have none."""
    monkeypatch.setattr(exact_success, "MAX_NODES", 0)
    tree = run(database, {**WALKS, "exact": True, "starts": ["a1", "c1"]})
    asked, other = run(database, {**WALKS, "starts": ["c1"]}), run(database, {**WALKS, "starts": ["b2"]})

    answer, rate = _told(database, asked)
    assert rate.exact_value == pytest.approx(0.5)
    assert answer.endswith(f"by job {tree}.")
    assert _told(database, other)[1].exact_value is None
    assert "exactly" not in _told(database, other)[0]
