"""Lists of campaigns, pages of their cells, and the progress of a whole campaign."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from store.campaigns.submission import get_campaign
from store.database.db import Database, now, number_of
from store.jobs.lifecycle import change_state, pause
from store.models.campaigns import Campaign
from store.models.jobs import Job
from store.models.shards import Shard
from store.models.states import JobState
from store.queries.campaigns import (
    CampaignProgress,
    campaign_progress,
    count_cells,
    find_campaigns,
    find_cells,
    overview,
)
from store.queries.jobs import progress
from tests.store.campaigns.samples import COUNT, page_of, plan_all, stored_campaign
from tests.store.job_samples import drain, write_slice


def progress_now(database: Database, campaign: str) -> CampaignProgress:
    """Return the progress of a campaign."""
    with database.reading() as session:
        return campaign_progress(session, overview(session, get_campaign(session, campaign)))


def test_lists(database: Database) -> None:
    """Campaigns are listed newest first, page by page, each with its jobs by state."""
    names = [stored_campaign(database, page_of(["5x5", "6x6"], [COUNT]), f"no. {number}") for number in range(3)]
    plan_all(database, 2)
    drain(database)
    with database.reading() as session:
        first = find_campaigns(session, before=None, limit=2)
        rest = find_campaigns(session, before=first[-1].campaign.id, limit=2)
        assert number_of(session, Campaign) == 3

    assert [one.campaign.public_id for one in (*first, *rest)] == names[::-1]
    assert [one.states for one in (*first, *rest)] == [{"queued": 2}, {"queued": 2}, {"succeeded": 2}]
    assert [(one.boards, one.specifications, one.jobs, one.ended_count) for one in rest] == [(2, 1, 2, 2)]


def test_cells(database: Database) -> None:
    """Cells are listed page by page, and may be chosen by state."""
    campaign = stored_campaign(database)
    plan_all(database, 1)
    drain(database)
    with database.reading() as session:
        row = get_campaign(session, campaign)
        first = find_cells(session, row, limit=4)
        rest = find_cells(session, row, after=first[-1].job.id, limit=4)
        ended = find_cells(session, row, limit=10, states=[JobState.SUCCEEDED])
        assert (count_cells(session, row), count_cells(session, row, [JobState.QUEUED])) == (6, 5)

    assert [(one.board_number, one.specification_number) for one in (*first, *rest)] == [
        (row, column) for row in range(3) for column in range(2)
    ]
    assert [one.job.id for one in ended] == [first[0].job.id]


def test_progress_is_the_mean_of_the_jobs(database: Database) -> None:
    """Progress is the mean over all jobs, and the time left is that of the jobs that are not paused."""
    campaign = stored_campaign(database, page_of(["5x5", "6x6", "3x4", "3x10"], [COUNT]))
    assert progress_now(database, campaign) == CampaignProgress(0.0, None)
    plan_all(database, 1)
    drain(database)
    plan_all(database)
    with database.writing() as session:
        moment = now(session)
        _, half, _, resting = session.scalars(select(Job).order_by(Job.id)).all()
        shards = session.scalars(select(Shard).where(Shard.job_id == half.id).order_by(Shard.number)).all()
        for shard in shards:
            shard.seq, shard.progress, shard.work, shard.cpu_seconds, shard.tours = 1, 0.5, 10, 2.0, 3
            write_slice(session, shard, 0, moment - 1.0, 100.0)
        change_state(session, half, JobState.RUNNING, "started")
        half.started_at = moment - 100.0
        pause(session, resting.public_id)

    found = progress_now(database, campaign)
    assert found.fraction == pytest.approx((1 + 0.5) / 4)
    with database.reading() as session:
        whole = overview(session, get_campaign(session, campaign))
        alone = progress(session, session.get_one(Job, half.id))
    assert (whole.cpu_seconds, whole.tours) == (pytest.approx(6.0, abs=2.0), 9)
    # the second half takes as long as the first, the waiting job twice as long; the paused job does not count
    assert alone.time_left is not None
    assert found.eta_seconds is not None
    assert 0 < found.eta_seconds < 3.1 * alone.time_left.seconds


def test_a_campaign_without_jobs_left_is_done(database: Database) -> None:
    """A campaign without jobs is complete and has no time left."""
    campaign = stored_campaign(database, page_of(["5x5"], [COUNT]))
    with database.writing() as session:
        session.delete(session.scalars(select(Job)).one())
    assert progress_now(database, campaign) == CampaignProgress(1.0, None)
