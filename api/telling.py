"""Webhooks as requests give them."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy.orm import Session

from api.context import services
from api.problems import Fault, invalid
from api.security.keys import caller
from store.jobs.states import JobState
from store.models.jobs import Job
from store.models.webhooks import Webhook
from store.webhooks.addresses import UrlRefusedError, allowed_target
from store.webhooks.outbox import ENDS, TooManyWebhooksError, add_webhook


def have_told(session: Session, job: Job, url: str, place: Fault, states: Sequence[JobState] = ENDS) -> Webhook:
    """Have an address told of a job (which is locked); what is wrong with it is a 422 problem with this place."""
    try:
        allowed_target(url, services().settings.webhook_urls)
        return add_webhook(session, job, url, states, caller().name)
    except (UrlRefusedError, TooManyWebhooksError) as error:
        raise invalid([place.model_copy(update={"detail": str(error)})]) from error
