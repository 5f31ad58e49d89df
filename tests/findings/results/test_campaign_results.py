"""A campaign's results as a table, and two campaigns compared cell by cell."""

from __future__ import annotations

from findings.results.campaign_results import CellComparison, CellResult, cell_results, compare_cells, result_records
from store.campaigns.submission import clone_page, create, get_campaign
from store.database.db import Database
from store.models.jobs import Job
from store.models.results import CountRow
from store.queries.campaigns import Cell, find_cells
from tests.store.campaigns.samples import CLOSED, COUNT, page_of, plan_all, stored_campaign
from tests.store.job_samples import drain


def cells_of(database: Database, campaign: str) -> list[Cell]:
    """Return all cells."""
    with database.reading() as session:
        return find_cells(session, get_campaign(session, campaign), limit=100)


def results(database: Database, campaign: str) -> list[CellResult]:
    """Return the results of all jobs."""
    with database.reading() as session:
        return cell_results(session, cells_of(database, campaign))


def compared(database: Database, first: str, second: str) -> list[CellComparison]:
    """Compare two campaigns."""
    with database.reading() as session:
        return compare_cells(session, cells_of(database, first), get_campaign(session, second))


def test_jobs_that_have_ended_have_figures(database: Database) -> None:
    """Ended jobs have figures, and the other jobs have empty cells."""
    campaign = stored_campaign(database, page_of(["5x5", "6x6"], [COUNT]))
    plan_all(database, 1)
    drain(database)

    ended, waiting = results(database, campaign)
    assert (ended.board, ended.specification, ended.state, ended.outcome) == (0, 0, "succeeded", "complete")
    assert [(one.quantity, one.value, one.exact) for one in ended.figures] == [("tours", "165", True)]
    assert (waiting.state, waiting.outcome, waiting.answer, waiting.figures) == ("queued", None, None, [])

    with database.reading() as session:
        records = list(result_records(session, get_campaign(session, campaign), lambda job: f"/jobs/{job}"))
    assert [(one["board"], one["quantity"], one["value"]) for one in records] == [
        ("5x5", "tours", "165"), ("6x6", None, None),
    ]  # fmt: skip
    assert [one["link"] for one in records] == [f"/jobs/{ended.job}", f"/jobs/{waiting.job}"]
    assert len({tuple(one) for one in records}) == 1


def test_a_clone_asks_the_same_again(database: Database) -> None:
    """A clone agrees cell by cell; differing figures and missing cells are named with their place."""
    first = stored_campaign(database, page_of(["5x5", "6x6"], [COUNT, CLOSED]))
    with database.writing() as session:
        gone = cells_of(database, first)[3].job
        session.delete(session.get_one(Job, gone.id))
    with database.reading() as session:
        page = clone_page(session, get_campaign(session, first, whole=True), 20_000)
    with database.writing() as session:
        second = create(session, "Again", page, {}).public_id
    assert [one.comparison for one in compared(database, first, second)] == [None] * 3
    plan_all(database)
    drain(database)

    assert [(one.board_number, one.specification_number) for one in cells_of(database, second)] == [
        (0, 0), (0, 1), (1, 0),
    ]  # fmt: skip
    pairs = compared(database, first, second)
    assert [one.label for one in pairs] == ["5x5", "5x5", "6x6"]
    assert {one.comparison.verdict for one in pairs if one.comparison} == {"All 1 common figures are equal."}
    last = pairs[-1]
    with database.writing() as session:
        wrong = next(one.job for one in cells_of(database, second) if one.job.public_id == last.second)
        session.query(CountRow).where(CountRow.job_id == wrong.id).update({"value": 1})
        session.delete(session.get_one(Job, cells_of(database, second)[0].job.id))
    missing, same, other = compared(database, first, second)
    assert (missing.second, missing.comparison) == (None, None)
    assert same.comparison is not None
    assert "equal" in same.comparison.verdict
    assert other.comparison is not None
    assert "1 of 1 common figures disagree" in other.comparison.verdict
