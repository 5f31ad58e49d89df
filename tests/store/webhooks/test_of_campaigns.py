"""Webhooks of campaigns: one message, once no job is open any more."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import select, update

from store.campaigns.actions import cancel_campaign, delete_campaign
from store.campaigns.submission import get_campaign
from store.database.db import Database, now
from store.jobs.lifecycle import cancel
from store.models.campaigns import Campaign
from store.models.jobs import Job
from store.models.webhooks import CampaignWebhook, DeliveryState
from store.webhooks.of_campaigns import (
    EVENT,
    MAX_PER_CAMPAIGN,
    add_campaign_webhook,
    campaign_webhooks_of,
    remove_campaign_webhook,
    write_campaign_messages,
)
from store.webhooks.outbox import (
    DeliveryAttempt,
    OutgoingMessage,
    TooManyWebhooksError,
    claim_deliveries,
    is_due,
    record_attempt,
)
from tests.store.campaigns.samples import stored_campaign

URL = "https://hooks.example/"
TAKEN = DeliveryAttempt(200, None)
REFUSED = DeliveryAttempt(503, "the receiver answered 503")


@pytest.fixture
def campaign(database: Database) -> str:
    """A campaign of six jobs with a webhook."""
    made = stored_campaign(database)
    give(database, made)
    return made


def give(database: Database, campaign: str, url: str = URL) -> None:
    """Add a webhook for the campaign."""
    with database.writing() as session:
        add_campaign_webhook(session, get_campaign(session, campaign, lock=True), url, "me")


def write(database: Database) -> int:
    """Write due messages as the sweeper does."""
    with database.writing() as session:
        return write_campaign_messages(session)


def claim(database: Database) -> list[OutgoingMessage]:
    """Claim what is due, and check that `is_due` agrees."""
    with database.reading() as session:
        due = is_due(session)
    with database.writing() as session:
        found = claim_deliveries(session, 10, 60.0)
    assert due == bool(found)
    return found


def test_it_is_told_when_the_last_job_has_ended(database: Database, campaign: str) -> None:
    """One message is written when the last job has ended; it counts the jobs by state."""
    with database.writing() as session:
        for job in session.scalars(select(Job.public_id).limit(5)).all():
            cancel(session, job)
    assert write(database) == 0
    assert claim(database) == []
    cancel_campaign(database, campaign)
    assert [write(database), write(database)] == [1, 0]
    [parcel] = claim(database)
    told = json.loads(parcel.body)
    assert (parcel.url, parcel.attempt, told["type"]) == (URL, 1, EVENT)
    assert told["data"] == {"id": campaign, "name": "Grid", "jobs": 6, "states": {"cancelled": 6}}
    assert claim(database) == []
    with database.writing() as session:
        record_attempt(session, parcel, TAKEN, 12)
        [row] = campaign_webhooks_of(session, get_campaign(session, campaign))
        assert (row.state, row.attempts, row.status) == (DeliveryState.DELIVERED, 1, 200)
    assert write(database) == 0


def test_it_is_sent_again_with_the_same_body(database: Database, campaign: str) -> None:
    """A failed message is sent again with the same body until its attempts are used up."""
    cancel_campaign(database, campaign)
    write(database)
    bodies = set()
    for number in (1, 2):
        [parcel] = claim(database)
        bodies.add((parcel.public_id, parcel.body))
        with database.writing() as session:
            record_attempt(session, parcel, REFUSED, 2)
            [row] = campaign_webhooks_of(session, get_campaign(session, campaign))
            assert row.due_at is not None
            assert row.state == (DeliveryState.WAITING if number == 1 else DeliveryState.GIVEN_UP)
            session.execute(update(CampaignWebhook).values(due_at=now(session)))
    assert len(bodies) == 1
    assert claim(database) == []


def test_others_are_told_of_their_own(database: Database, campaign: str) -> None:
    """An open campaign delays no other; webhooks added late, or added again, get their message."""
    other = stored_campaign(database, name="Other")
    give(database, other)
    cancel_campaign(database, other)
    assert write(database) == 1
    give(database, other, URL + "late")
    assert write(database) == 1
    give(database, other)
    assert write(database) == 1
    assert {json.loads(parcel.body)["data"]["id"] for parcel in claim(database)} == {other}
    with database.reading() as session:
        [untold] = campaign_webhooks_of(session, get_campaign(session, campaign))
        assert (untold.body, untold.due_at) == (None, None)


def test_who_is_removed(database: Database, campaign: str) -> None:
    """Removed webhooks, deleted campaigns and campaigns without jobs get no message."""
    with database.writing() as session:
        row = get_campaign(session, campaign)
        assert [remove_campaign_webhook(session, row, URL) for _ in range(2)] == [True, False]
    cancel_campaign(database, campaign)
    assert write(database) == 0
    give(database, campaign)
    with database.writing() as session:
        delete_campaign(session, campaign)
    assert write(database) == 0
    with database.writing() as session:
        session.add(Campaign(public_id="c", name="empty", boards=[], specifications=[], created_at=0.0))
    give(database, "c")
    assert write(database) == 0


def test_not_too_many(database: Database, campaign: str) -> None:
    """A campaign has at most ten webhooks, each of which may be added again."""
    for number in range(MAX_PER_CAMPAIGN - 1):
        give(database, campaign, f"{URL}{number}")
    give(database, campaign)
    with pytest.raises(TooManyWebhooksError, match="campaign"):
        give(database, campaign, URL + "more")
