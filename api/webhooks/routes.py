"""Webhooks of jobs, and the outcome of their messages."""

from __future__ import annotations

from itertools import starmap

from flask import Blueprint, Response
from pydantic import Field, TypeAdapter

from api.http.job_body import WebhookRequest
from api.http.problems import Fault, not_found
from api.http.services import reading, writing
from api.listing.pagination import LINKED, Page, PageQuery
from api.listing.tables import FORMS
from api.openapi import examples
from api.openapi.body import Body, body_checker
from api.openapi.endpoint import Answer, operation
from api.openapi.query import Query
from api.openapi.responses import NOT_MODIFIED
from api.webhooks.documents import (
    DeliveryDocument,
    WebhookDocument,
    WebhooksDocument,
    delivery_document,
)
from api.webhooks.requests import register_webhook
from store.jobs.lifecycle import get_job
from store.webhooks import outbox
from store.webhooks.allowed_urls import MAX_LENGTH
from store.webhooks.outbox import count_deliveries, find_deliveries, webhooks_of

blueprint = Blueprint("webhooks", __name__, url_prefix="/api/v1/jobs/<job_id>")


class WebhookQuery(Query):
    """The address of the webhook."""

    url: str = Field(max_length=MAX_LENGTH, description="as it was given")


ADAPTER = TypeAdapter(WebhookRequest)


@blueprint.post("/webhooks")
@operation(
    "Add a webhook to a job, for its end or for other states",
    tag="jobs",
    scope="submit",
    body=Body(ADAPTER, body_checker(ADAPTER), examples.WEBHOOKS),
    answers={201: Answer("Added; adding the same URL again replaces its states", WebhookDocument)},
)
def give_webhook(job_id: str, body: WebhookRequest) -> tuple[WebhookDocument, int, dict[str, str]]:
    """Call the URL at once if the job has ended already."""
    with writing() as session:
        job = get_job(session, job_id, lock=True)
        row = register_webhook(session, job, body, Fault(pointer="/url", detail=""))
        return WebhookDocument.of(row), 201, {}


@blueprint.get("/webhooks")
@operation(
    "List the webhooks of a job",
    tag="jobs",
    answers={200: Answer("All of them, ten at most", WebhooksDocument)},
)
def list_webhooks(job_id: str) -> WebhooksDocument:
    """Oldest first."""
    with reading() as session:
        rows = webhooks_of(session, get_job(session, job_id))
    return WebhooksDocument(items=list(map(WebhookDocument.of, rows)))


@blueprint.delete("/webhooks")
@operation(
    "Remove a webhook of a job",
    tag="jobs",
    scope="submit",
    query=WebhookQuery,
    answers={204: Answer("Removed, with its messages")},
)
def remove_webhook(job_id: str, query: WebhookQuery) -> Response:
    """404 if the job has no such webhook; a message being sent now may still arrive."""
    with writing() as session:
        if not outbox.remove_webhook(session, get_job(session, job_id, lock=True), query.url):
            raise not_found(f"webhook {query.url} of job {job_id}")
    return Response(status=204)


@blueprint.get("/deliveries")
@operation(
    "The messages about a job to its webhooks, newest first",
    tag="jobs",
    query=PageQuery,
    answers={200: Answer("A page of messages", Page[DeliveryDocument], LINKED, FORMS), 304: NOT_MODIFIED},
)
def list_deliveries(job_id: str, query: PageQuery) -> Response:
    """Return one page, each message with its outcome so far."""
    with reading() as session:
        job = get_job(session, job_id)
        rows = find_deliveries(session, job, before=query.cursor, limit=query.limit)
        total = query.total(lambda: count_deliveries(session, job))
    following = query.next_page(rows, lambda row: int(row[0].id))
    return query.answer(Page[DeliveryDocument], starmap(delivery_document, rows), following, total)
