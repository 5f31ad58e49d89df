"""The tours that are part of every database."""

from __future__ import annotations

import gzip

import pytest
from sqlalchemy import text

from engine.boards.labels import parse_board
from engine.kinds.parse import parse_problem
from engine.kinds.table import KINDS
from findings.atlas.entries import all_entries
from findings.atlas.plan import Part
from findings.atlas.tour_plan import DRAWN_PARTS, TOUR_PARTS
from findings.atlas.tours import FILE, PRINTED, bring_tours, tours_job
from findings.audit import audit
from store.database.db import Database
from store.jobs.current_result import current_result
from store.jobs.deletion import delete_job
from store.queries.facets import tour_counts
from store.queries.tours import TourFilter

DISTINCT = text("SELECT count(DISTINCT class) FROM tour_list WHERE board = :board AND closed")
CLASSES = {("3x10", "cycle_classes"): 6, ("5x6", "cycle_classes"): 3, ("6x6", "cycle_classes"): 1245}


def test_they_come_once(database: Database) -> None:
    """Tours are loaded once with their jobs, pass the audit, and stay deleted once deleted."""
    with database.writing() as session:
        job = bring_tours(session)
        assert job is not None
        assert bring_tours(session) is None
        found = tours_job(session)
        assert found is not None
        assert found.public_id == job.public_id
    with database.reading() as session:
        finders = current_result(session, job).extra["finders"]
        asked = {(one["specification"]["board"], one["specification"]["kind"]) for one in finders}
        printed = current_result(session, job).extra["publications"]
        assert len(finders) > 50
        assert {"de Moivre, 1725", "Euler, 1759", "Beverley, 1848"} <= {one["name"] for one in printed}
        assert all(one["engine"] and one["cpu_seconds"] >= 0 and one["tours"] >= 0 for one in finders)
        assert {("6x6", "enumerate"), ("8x8", "construct")} <= asked
        assert tour_counts(session, TourFilter()).tours == sum(one["tours"] for one in [*finders, *printed])
        assert audit(session).findings == []
    delete_job(database, job.public_id)
    with database.writing() as session:
        assert bring_tours(session) is None
        assert tours_job(session) is None


def test_printed_tours_are_among_them() -> None:
    """The shipped file has every line of the published tours."""
    with gzip.open(FILE, "rt", encoding="utf-8") as lines:
        shipped = set(lines)
    assert set(PRINTED.read_text().splitlines(keepends=True)) <= shipped


def test_one_of_each_class(database: Database) -> None:
    """There are as many tours as the atlas counts up to symmetry by another method."""
    known = {
        (entry.board, figure.quantity): int(figure.value)
        for entry in all_entries()
        for figure in entry.figures
        if figure.exact
    }
    with database.writing() as session:
        bring_tours(session)
    for (board, quantity), number in CLASSES.items():
        assert known[board, quantity] == number
        with database.reading() as session:
            assert session.execute(DISTINCT, {"board": board}).scalar_one() == number


@pytest.mark.parametrize("part", [*TOUR_PARTS, *DRAWN_PARTS], ids=lambda part: part.name)
def test_every_job_is_accepted(part: Part) -> None:
    """Boards have their own labels, and each job is read, checked and planned."""
    assert all(parse_board(board).label == board for board in part.boards)
    for specification in part.specifications:
        for board in part.boards:
            problem = parse_problem({**specification, "board": board})
            KINDS[problem.spec.kind].check(problem)
