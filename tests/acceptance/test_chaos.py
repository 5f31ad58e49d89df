"""Faults of every kind, drawn by a seed, over jobs of every kind: nothing is lost, doubled or wrong.

The short form of `python -m experiments.chaos`, which goes on for hours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.acceptance.chaos.jobs import JOBS, left_out
from tests.acceptance.chaos.nursery import Nursery
from tests.acceptance.chaos.run import Plan, Report, chaos, undisturbed
from tests.acceptance.chaos.sites import SITES
from tests.acceptance.chaos.watch import Outcome

pytestmark = [pytest.mark.service, pytest.mark.acceptance]

FAULTS = 15
SOME = (
    "search, by start, tours stored",
    "search, planned by a worker",
    "sweep shared through files",
    "walks, tours stored",
    "populations",
    "tours drawn from sweeps",
    "construction",
    "construction towards an extreme",
    "distance",
    "generator test",
    "index",
    "partly given tours",
    "puzzles",
    "census by search",
    "census by weighted sweeps",
    "certificate",
    "tours up to symmetry",
    "a family of boards",
    "uncrossed paths",
)
"""A job of each kind and of each way to store large data; as there are few faults, few jobs are enough."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder shared by all tests."""
    return tmp_path_factory.mktemp("chaos")


@pytest.fixture(scope="module")
def nursery(folder: Path) -> Iterator[Nursery]:
    """The starter of the processes."""
    nursery = Nursery(folder / "nursery.log")
    yield nursery
    nursery.close()


@pytest.fixture(scope="module")
def wanted(folder: Path, nursery: Nursery) -> Mapping[str, Outcome]:
    """The outcomes of the undisturbed jobs."""
    (folder / "undisturbed").mkdir()
    return undisturbed(folder / "undisturbed", nursery, list(SOME))


def test_no_kind_is_left_out() -> None:
    """The jobs cover each kind and method that has work to do, and the short form covers each kind."""
    assert left_out() == []
    assert {JOBS[name]["kind"] for name in SOME} == {job["kind"] for job in JOBS.values()}


@pytest.mark.parametrize("database", sorted(SITES))
def test_faults_of_every_kind(
    database: str, tmp_path_factory: pytest.TempPathFactory, nursery: Nursery, wanted: Mapping[str, Outcome]
) -> None:
    """Every job succeeds with the digest of the undisturbed one, and the audit finds nothing."""
    report = Report()
    chaos(Plan(database, FAULTS, seed=1), tmp_path_factory.mktemp(database), nursery, wanted, report)

    assert report.bad == [], "\n".join(report.lines())
    assert sum(report.faults.values()) == FAULTS
