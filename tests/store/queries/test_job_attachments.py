"""What is attached to a job."""

from __future__ import annotations

from store.campaigns.submission import get_campaign
from store.database.db import Database
from store.jobs.lifecycle import cancel
from store.queries.campaigns import find_cells
from store.queries.job_attachments import load_attachments
from store.webhooks.outbox import add_webhook
from tests.store.campaigns.samples import stored_campaign
from tests.store.job_samples import stored_job

URL = "https://hooks.example/"


def test_a_job_knows_its_campaign_and_who_is_told(database: Database) -> None:
    """A job has its campaign, its webhooks in order and its newest messages, but nothing of another job."""
    campaign = stored_campaign(database)
    with database.writing() as session:
        alone = stored_job(session)
        job = find_cells(session, get_campaign(session, campaign), limit=1)[0].job
        for number in range(3):
            add_webhook(session, job, f"{URL}{number}")
        cancel(session, job.public_id)
    with database.reading() as session:
        found, nothing = load_attachments(session, job, 2), load_attachments(session, alone, 2)

    assert found.campaign is not None
    assert found.campaign.public_id == campaign
    assert [hook.url for hook in found.webhooks] == [f"{URL}0", f"{URL}1", f"{URL}2"]
    assert [hook.url for _, hook in found.deliveries] == [f"{URL}2", f"{URL}1"]
    assert (nothing.campaign, nothing.webhooks, nothing.deliveries) == (None, [], [])
