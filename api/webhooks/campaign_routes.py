"""Webhooks of campaigns: URLs called when all jobs have ended, with the outcome of each message."""

from __future__ import annotations

from typing import Annotated

from flask import Blueprint, Response
from pydantic import Field, TypeAdapter

from api.http.problems import Fault, not_found
from api.http.services import reading, writing
from api.openapi import examples
from api.openapi.body import Body, body_checker
from api.openapi.endpoint import Answer, operation
from api.webhooks.documents import CampaignWebhookDocument, CampaignWebhooksDocument, campaign_webhook_document
from api.webhooks.requests import register_campaign_webhook
from api.webhooks.routes import WebhookQuery
from engine.specification.fields import Model
from store.campaigns.submission import get_campaign
from store.webhooks import of_campaigns
from store.webhooks.allowed_urls import MAX_LENGTH

blueprint = Blueprint("campaign_webhooks", __name__, url_prefix="/api/v1/campaigns/<campaign_id>/webhooks")


class CampaignWebhookRequest(Model):
    """A URL to call when a campaign has ended."""

    url: Annotated[str, Field(max_length=MAX_LENGTH, description="one that the operator of the service allows")]


ADAPTER = TypeAdapter(CampaignWebhookRequest)


@blueprint.post("")
@operation(
    "Add a webhook to a campaign",
    tag="campaigns",
    scope="submit",
    body=Body(ADAPTER, body_checker(ADAPTER), examples.CAMPAIGN_WEBHOOKS),
    answers={201: Answer("Added; adding the same URL again sends the message again", CampaignWebhookDocument)},
)
def give_campaign_webhook(
    campaign_id: str, body: CampaignWebhookRequest
) -> tuple[CampaignWebhookDocument, int, dict[str, str]]:
    """Call the URL when all jobs have ended, whatever their outcomes; at once if they have."""
    with writing() as session:
        campaign = get_campaign(session, campaign_id, lock=True)
        row = register_campaign_webhook(session, campaign, body.url, Fault(pointer="/url", detail=""))
        return campaign_webhook_document(row), 201, {}


@blueprint.get("")
@operation(
    "List the webhooks of a campaign",
    tag="campaigns",
    answers={200: Answer("All of them, ten at most, each with the outcome of its message", CampaignWebhooksDocument)},
)
def list_campaign_webhooks(campaign_id: str) -> CampaignWebhooksDocument:
    """Oldest first."""
    with reading() as session:
        rows = of_campaigns.campaign_webhooks_of(session, get_campaign(session, campaign_id))
    return CampaignWebhooksDocument(items=list(map(campaign_webhook_document, rows)))


@blueprint.delete("")
@operation(
    "Remove a webhook of a campaign",
    tag="campaigns",
    scope="submit",
    query=WebhookQuery,
    answers={204: Answer("Removed, with its message")},
)
def remove_campaign_webhook(campaign_id: str, query: WebhookQuery) -> Response:
    """404 if the campaign has no such webhook; a message being sent now may still arrive."""
    with writing() as session:
        if not of_campaigns.remove_campaign_webhook(session, get_campaign(session, campaign_id, lock=True), query.url):
            raise not_found(f"webhook {query.url} of campaign {campaign_id}")
    return Response(status=204)
