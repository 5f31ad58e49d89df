"""Actions on a campaign apply to each of its jobs and to no other job."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from sqlalchemy import select

from store.campaigns import actions
from store.database.db import Database
from store.errors import CampaignNotFoundError
from store.jobs.lifecycle import pause
from store.models.campaigns import CampaignCell
from store.models.jobs import Event, Job
from store.models.states import JobState
from tests.store.campaigns.samples import plan_all, stored_campaign
from tests.store.job_samples import finish, stored_job, take


def states(database: Database) -> Counter[str]:
    """Return the states of the campaign's jobs."""
    with database.reading() as session:
        return Counter(map(str, session.scalars(select(Job.state).join(CampaignCell, CampaignCell.job_id == Job.id))))


@pytest.fixture
def campaign(database: Database, monkeypatch: pytest.MonkeyPatch) -> str:
    """A campaign of six jobs, one of them ended and one at work, in pages of two; beside it another job."""
    monkeypatch.setattr(actions, "PAGE", 2)
    made = stored_campaign(database)
    plan_all(database, 5)
    for _ in range(3):
        lease = take(database)
        while lease is not None and lease.label != "toy 2":
            finish(database, lease)
            lease = take(database)
    with database.writing() as session:
        stored_job(session)
    return made


def test_pause_resume_and_cancel(database: Database, campaign: str) -> None:
    """Running jobs pause when their slice is committed, waiting jobs pause at once, and ended jobs stay as they are."""
    before = states(database)
    actions.pause_campaign(database, campaign)
    paused = states(database)
    assert before["running"]
    assert before["queued"]
    assert set(paused) <= {"pausing", "paused", "succeeded"}
    assert paused["pausing"] >= 1
    assert paused["succeeded"] == before["succeeded"]

    actions.resume_campaign(database, campaign)
    assert set(states(database)) <= {"queued", "succeeded"}
    actions.resume_campaign(database, campaign)
    actions.cancel_campaign(database, campaign)
    assert states(database) == Counter(cancelled=6 - before["succeeded"], succeeded=before["succeeded"])
    with database.reading() as session:
        others = session.scalars(select(Job.state).where(Job.id.not_in(select(CampaignCell.job_id)))).all()
        told = Counter(session.scalars(select(Event.name).join(CampaignCell, CampaignCell.job_id == Event.job_id)))
    assert others == [JobState.QUEUED]
    assert told["cancelled"] == 6 - before["succeeded"]
    assert told["paused"] + told["pausing"] == told["resumed"] == 6 - before["succeeded"]


def test_jobs_that_rest_for_room_do_not_go_on_by_themselves(database: Database, campaign: str) -> None:
    """A job that was waiting for room stays paused once its campaign is paused."""
    with database.writing() as session:
        held = session.scalars(
            select(Job).join(CampaignCell, CampaignCell.job_id == Job.id).order_by(Job.id.desc())
        ).first()
        assert held is not None
        pause(session, held.public_id, reason="no room").held = "no room"
    actions.pause_campaign(database, campaign)
    with database.reading() as session:
        assert session.get_one(Job, held.id).held is None


def test_priority(database: Database, campaign: str) -> None:
    """The priority changes, with one event each, in the jobs that have not ended; repeating it changes nothing."""
    ended = states(database)["succeeded"]
    for _ in range(2):
        actions.prioritise_campaign(database, campaign, 7)

    with database.reading() as session:
        own = Counter(session.scalars(select(Job.priority).join(CampaignCell, CampaignCell.job_id == Job.id)))
        events = session.scalars(select(Event.data).where(Event.name == "priority-changed")).all()
    assert own == Counter({7: 6 - ended, 0: ended} if ended else {7: 6})
    assert events == [{"priority": 7}] * (6 - ended)


def test_deleting_a_campaign_leaves_its_jobs(database: Database, campaign: str) -> None:
    """The jobs of a deleted campaign remain and belong to no campaign."""
    with database.writing() as session:
        actions.delete_campaign(session, campaign)
    with database.reading() as session:
        assert len(session.scalars(select(Job.id)).all()) == 7
        assert session.scalars(select(CampaignCell.job_id)).all() == []


@pytest.mark.parametrize("act", [actions.pause_campaign, actions.resume_campaign, actions.cancel_campaign])
def test_no_such_campaign(database: Database, act: Callable[[Database, str], None]) -> None:
    """An unknown campaign raises CampaignNotFoundError."""
    with pytest.raises(CampaignNotFoundError):
        act(database, "none")
