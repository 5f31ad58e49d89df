"""Campaigns are stored whole or not at all, once for each key, and planned by workers."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import func, select

from store.campaigns.grid_pages import NOTHING, GridRequest, read_page
from store.campaigns.submission import clone_page, create, get_campaign, grow, known_of
from store.database.db import Database
from store.errors import CampaignChangedError, CampaignNotFoundError, IdempotencyConflictError, TooManyJobsError
from store.jobs.deletion import delete_job
from store.jobs.limits import JobLimits
from store.jobs.maintenance import settle_dependents
from store.models.campaigns import Campaign, CampaignCell
from store.models.jobs import Event, Job
from store.models.shards import Shard
from store.models.states import JobState, Step
from store.queries.campaigns import find_cells
from tests.store.campaigns.samples import BOARDS, CLOSED, COUNT, page_of, plan_all, stored_campaign
from tests.store.job_samples import drain


def number(database: Database, model: type[Any]) -> int:
    """Return how many rows a table has."""
    with database.reading() as session:
        return session.scalar(select(func.count()).select_from(model)) or 0


def cells(database: Database, campaign: str) -> list[tuple[int, int, Job]]:
    """Return the cells of a campaign."""
    with database.reading() as session:
        found = find_cells(session, get_campaign(session, campaign), limit=1000)
    return [(one.board_number, one.specification_number, one.job) for one in found]


def test_jobs_are_stored_unplanned(database: Database) -> None:
    """Each job is stored as if submitted alone, and waits for a worker to plan it."""
    campaign = stored_campaign(database)

    found = cells(database, campaign)
    assert [(row, column) for row, column, _ in found] == [(row, column) for row in range(3) for column in range(2)]
    for row, column, job in found:
        assert job.board is not None
        assert (job.board.label, job.board.facts) == (BOARDS[row], None)
        assert job.specification["tours"] == ("any", "closed")[column]
        assert (job.state, job.step, job.step_fence, job.weight, job.held) == (JobState.QUEUED, Step.PLAN, 1, 1.0, None)
    assert (number(database, Shard), number(database, Event)) == (0, 6)
    assert plan_all(database) == 6
    assert len(drain(database)) > 0
    assert {job.state for _, _, job in cells(database, campaign)} == {JobState.SUCCEEDED}


def test_a_chain_on_each_board(database: Database) -> None:
    """A job waits for the one before it on its board; a clone has chains of its own."""
    campaign = stored_campaign(database, read_page(GridRequest(BOARDS, (COUNT, CLOSED), chain=True), NOTHING, 20_000))
    with database.writing() as session:
        page = clone_page(session, get_campaign(session, campaign, whole=True), 20_000)
    clone = stored_campaign(database, page, "Clone")
    for one in (campaign, clone):
        found = {(row, column): job for row, column, job in cells(database, one)}
        for row in range(3):
            first, then = found[row, 0], found[row, 1]
            assert (first.step, then.step) == (Step.PLAN, Step.WAIT)
            assert (first.specification.get("after"), then.specification["after"]) == (None, [first.public_id])
    assert plan_all(database) == 6
    drain(database)
    with database.writing() as session:
        settle_dependents(session)
    assert plan_all(database) == 6
    drain(database)
    assert {job.state for one in (campaign, clone) for _, _, job in cells(database, one)} == {JobState.SUCCEEDED}


def test_the_same_key_makes_one_campaign(database: Database) -> None:
    """A key makes one campaign, or one page of it; another request with the same key is refused."""
    page, request = page_of(), {"name": "Grid"}
    with database.writing() as session:
        first = create(session, "Grid", page, request, key="k").public_id
    with database.writing() as session:
        assert create(session, "Grid", page, request, key="k").public_id == first
    with database.writing() as session, pytest.raises(IdempotencyConflictError):
        create(session, "Other", page, {"name": "Other"}, key="k")

    with database.reading() as session:
        known = known_of(session, get_campaign(session, first, whole=True))
    more = page_of(["3x4"], None, known)
    for _ in range(2):
        with database.writing() as session:
            grow(session, first, more, {"campaign": first}, key="more")

    assert (number(database, Campaign), number(database, Job)) == (1, 8)


def test_no_room_for_all_is_room_for_none(database: Database) -> None:
    """If not all jobs fit, nothing is stored, and the refusal says how many would fit."""
    with pytest.raises(TooManyJobsError) as refused, database.writing() as session:
        create(session, "Grid", page_of(), {}, limits=JobLimits(all=5))

    assert (refused.value.most, refused.value.left) == (5, 5)
    assert [number(database, model) for model in (Campaign, CampaignCell, Job, Event)] == [0, 0, 0, 0]


def test_growing_by_rows_and_columns(database: Database) -> None:
    """A page that was read before another page was added is refused."""
    campaign = stored_campaign(database, page_of(["5x5"], [COUNT]))
    with database.reading() as session:
        known = known_of(session, get_campaign(session, campaign, whole=True))
    row, column = page_of(["6x6"], None, known), page_of(None, [CLOSED], known)
    with database.writing() as session:
        grow(session, campaign, row, {})
    with database.writing() as session, pytest.raises(CampaignChangedError):
        grow(session, campaign, column, {})
    with database.reading() as session:
        known = known_of(session, get_campaign(session, campaign, whole=True))
    with database.writing() as session:
        grow(session, campaign, page_of(None, [CLOSED], known), {})

    assert [(row, column) for row, column, _ in cells(database, campaign)] == [(0, 0), (1, 0), (0, 1), (1, 1)]


def test_a_deleted_job_leaves_its_cell_at_once(database: Database) -> None:
    """Another job may take the cell of a deleted job while the old rows are still being removed."""
    campaign = stored_campaign(database, page_of(["5x5"], [COUNT]))
    plan_all(database)
    drain(database)
    ((_, _, job),) = cells(database, campaign)
    delete_job(database, job.public_id)

    assert cells(database, campaign) == []
    with database.reading() as session:
        known = known_of(session, get_campaign(session, campaign, whole=True))
    with database.writing() as session:
        grow(session, campaign, page_of(["5x5"], [COUNT], known), {})
    assert [(row, column) for row, column, _ in cells(database, campaign)] == [(0, 0)]


def test_no_such_campaign(database: Database) -> None:
    """An unknown campaign raises CampaignNotFoundError."""
    with database.reading() as session, pytest.raises(CampaignNotFoundError, match="'none'"):
        get_campaign(session, "none")
