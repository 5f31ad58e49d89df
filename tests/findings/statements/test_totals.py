"""Totals that follow from counts by start square."""

from __future__ import annotations

import pytest

from engine.boards.labels import parse_board
from findings.atlas.load import load_atlas
from findings.references.load import load_references
from findings.statements.board_facts import gather_board_facts
from findings.statements.statement import Statement, Subject
from store.database.db import Database
from tests.store.real_jobs import run_job as run

BOARD = parse_board("5x5")
CLASSES = ["a1", "b1", "c1", "b2", "c2", "c3"]


@pytest.fixture(autouse=True)
def toy_kind() -> None:
    """Keep the registries unchanged."""


def totals(database: Database) -> list[Statement]:
    """Return the facts about all tours of 5x5 together."""
    with database.reading() as session:
        found = gather_board_facts(session, BOARD)
    return [one for one in found if one.exact and one.quantity == "tours" and one.subject.starts == "all"]


def test_the_classes_come_to_the_published_total(database: Database) -> None:
    """The sum over six jobs, one per class of squares, exists only with the last and equals the published total."""
    with database.writing() as session:
        load_references(session)
    jobs = []
    for start in CLASSES:
        assert {one.value for one in totals(database)} == {"1728"}
        assert not any(source.kind == "job" for one in totals(database) for source in one.sources)
        jobs.append(run(database, {"kind": "enumerate", "board": "5x5", "starts": [start], "method": "frontier"}))

    (one,) = totals(database)

    assert (one.value, one.reliability, one.confirmed_by) == ("1728", "exact", ("sum over start squares",))
    assert {*jobs} <= {source.id for source in one.sources}
    assert any(source.kind == "reference" for source in one.sources)


def test_a_job_of_all_squares_needs_no_sum(database: Database) -> None:
    """A total counted directly is not summed again."""
    job = run(database, {"kind": "enumerate", "board": "5x5", "method": "frontier"})
    (one,) = totals(database)
    assert [source.id for source in one.sources if source.kind == "job"] == [job]
    assert one.confirmed_by == ("frontier",)


def test_the_atlas_comes_to_the_published_total(database: Database) -> None:
    """The atlas has the tours of 8x8 only by start square, and their sum is the published total."""
    with database.writing() as session:
        load_references(session)
        load_atlas(session)
    with database.reading() as session:
        found = gather_board_facts(session, parse_board("8x8"))
    (one,) = (
        one for one in found if one.exact and one.quantity == "tours" and one.subject == Subject("8x8", (1, 2), "all")
    )
    assert (one.value, one.reliability, one.confirmed_by) == ("19591828170979904", "exact", ())
    assert one.sources[0].kind == "atlas"
    assert one.sources[0].method == "sum over start squares"
    assert any(source.kind == "reference" for source in one.sources)
