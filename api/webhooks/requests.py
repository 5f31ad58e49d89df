"""Webhooks as requests give them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.orm import Session

from api.http.job_body import WebhookRequest
from api.http.problems import Fault, invalid
from api.http.security.keys import caller
from api.http.services import services
from store.models.campaigns import Campaign
from store.models.jobs import Job
from store.models.states import JobState
from store.models.webhooks import CampaignWebhook, Webhook
from store.webhooks.allowed_urls import UrlRefusedError, allowed_target
from store.webhooks.of_campaigns import add_campaign_webhook
from store.webhooks.outbox import TooManyWebhooksError, add_webhook


def register_webhook(session: Session, job: Job, asked: WebhookRequest, place: Fault) -> Webhook:
    """Register a webhook with a locked job; a URL refused is a 422 problem at this place."""
    states = [JobState(state) for state in dict.fromkeys(asked.states)]
    with _check_allowed(asked.url, place):
        return add_webhook(session, job, asked.url, states, caller().name)


def register_campaign_webhook(session: Session, campaign: Campaign, url: str, place: Fault) -> CampaignWebhook:
    """Register a webhook with a locked campaign; problems as of `register_webhook`."""
    with _check_allowed(url, place):
        return add_campaign_webhook(session, campaign, url, caller().name)


@contextmanager
def _check_allowed(url: str, place: Fault) -> Iterator[None]:
    """Refuse an address that the operator does not allow, and any webhook over the limit."""
    try:
        allowed_target(url, services().settings.webhook_urls)
        yield
    except (UrlRefusedError, TooManyWebhooksError) as error:
        raise invalid([place.model_copy(update={"detail": str(error)})]) from error
