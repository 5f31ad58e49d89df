"""The tours of a search that stops at a number are read in the order found, on either database."""

from __future__ import annotations

from typing import cast

import pytest

from engine.kinds.admission import plan_now
from engine.kinds.enumerate.specification import EnumerateProblem
from engine.kinds.parse import parse_problem
from store.database.db import Database
from store.jobs.lifecycle import submit
from store.jobs.slice_commit import commit
from store.queries.tour_pages import tour_pages
from store.queries.tours import TourFilter, find_tours
from store.tours.encoding import squares_of
from tests.reference.all_tours import all_tours
from tests.store.job_samples import put_results_together, take
from workers.slices import ActiveLease, Pace, run_slice

CORNER: dict[str, object] = {"kind": "enumerate", "board": "5x5", "starts": [[3, 3], [1, 1]], "method": "backtrack"}
LIMITED = [
    {"store": "all", "limit": {"tours": 100}},
    {"store": "all", "limit": {"nodes": 900_000}},
    {"store": {"first": 90}},
]


@pytest.fixture(autouse=True)
def toy_kind() -> None:
    """Keep the registries unchanged: here enumeration does its own work."""


@pytest.mark.parametrize("fields", LIMITED, ids=str)
def test_tours_are_listed_as_found(database: Database, fields: dict[str, object]) -> None:
    """All pages together, the closed ones apart and the export: the first tours of a plain search, in its order."""
    problem = cast("EnumerateProblem", parse_problem(CORNER | fields))
    job = _finished(database, problem)
    graph = [[int(one) for one in row if one >= 0] for row in problem.graph.neighbours]

    found = _listed(database, TourFilter(job=job))
    first = [list(tour) for tour, _ in zip(all_tours(graph, [12, 0]), found, strict=False)]

    assert len(found) > 2 * 7
    assert found == first
    assert _listed(database, TourFilter(job=job, closed=False)) == first
    assert _listed(database, TourFilter(job=job, end=20)) == [tour for tour in first if tour[-1] == 20]
    with database.reading() as session:
        exported = [
            tour for page in tour_pages(session, TourFilter(job=job), squares=11 * 25) for tour in page.squares.tolist()
        ]
    assert exported == first
    assert sorted(_listed(database, TourFilter(board="5x5"))) == sorted(first)


def _finished(database: Database, problem: EnumerateProblem) -> str:
    with database.writing() as session:
        job = submit(session, plan_now(problem)).public_id
    while (lease := take(database)) is not None:
        result = run_slice(ActiveLease(lease), 0.0, Pace(work=90_000))
        with database.writing() as session:
            commit(session, lease, "w", result)
        put_results_together(database)
    return job


def _listed(database: Database, wanted: TourFilter) -> list[list[int]]:
    tours: list[list[int]] = []
    after = 0
    with database.reading() as session:
        while page := find_tours(session, wanted, after=after, limit=7):
            tours += [squares_of(one.board, one.tour).tolist() for one in page]
            after = page[-1].tour.id
    return tours
