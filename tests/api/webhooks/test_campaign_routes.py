"""Webhooks of campaigns over HTTP: given, shown, removed; only allowed addresses."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from api.app import create_app
from api.openapi.examples import CAMPAIGN_WEBHOOKS
from store.database.db import Database
from store.settings import Settings
from store.webhooks.of_campaigns import MAX_PER_CAMPAIGN, write_campaign_messages
from tests.webhooks import SECRET

ALLOWED = "https://hooks.example/"
URL = ALLOWED + "cavalier?for=me&of=all"
CAMPAIGNS = "/api/v1/campaigns"


@pytest.fixture
def client(database: Database, sqlite_settings: Settings, notifier: Any) -> FlaskClient:
    """A client of a service that allows an address, on either database."""
    settings = replace(sqlite_settings, webhook_urls=(ALLOWED,), webhook_secret=SECRET)
    return create_app(settings, database, notifier).test_client()


@pytest.fixture
def hooks(client: FlaskClient) -> str:
    """The path of the webhooks of a campaign of two jobs."""
    asked = {"name": "Grid", "boards": ["5x5", "3x10"], "specifications": [{"kind": "enumerate"}]}
    return f"{CAMPAIGNS}/{client.post(CAMPAIGNS, json=asked).get_json()['id']}/webhooks"


def test_a_campaign_that_is_given_a_webhook(client: FlaskClient, hooks: str, database: Database) -> None:
    """It is shown, with its message once the campaign has ended, and removed by its address."""
    sent = client.post(hooks, json={"url": URL})
    assert (sent.status_code, sent.get_json()["url"], sent.get_json()["written"]) == (201, URL, False)
    client.post(hooks.replace("webhooks", "cancel"))
    with database.writing() as session:
        write_campaign_messages(session)
    [hook] = client.get(hooks).get_json()["items"]
    assert (hook["id"], hook["written"], hook["state"]) == (sent.get_json()["id"], True, "waiting")
    assert client.delete(hooks, query_string={"url": URL}).status_code == 204
    assert client.get(hooks).get_json() == {"items": []}
    gone = client.delete(hooks, query_string={"url": URL})
    assert (gone.status_code, URL in gone.get_json()["detail"]) == (404, True)


@pytest.mark.parametrize("url", ["https://evil.example/", "ftp://hooks.example/", "https://hooks.example/../", "x", 7])
def test_what_is_not_allowed(client: FlaskClient, hooks: str, url: object) -> None:
    """A forbidden address is refused by its place."""
    given = client.post(hooks, json={"url": url})
    assert (given.status_code, [fault["pointer"] for fault in given.get_json()["errors"]]) == (422, ["/url"])
    assert client.get(hooks).get_json() == {"items": []}


def test_not_too_many(client: FlaskClient, hooks: str) -> None:
    """A campaign has at most ten webhooks."""
    for number in range(MAX_PER_CAMPAIGN + 1):
        sent = client.post(hooks, json={"url": f"{ALLOWED}{number}"})
    assert sent.status_code == 422
    assert "10" in sent.get_json()["detail"]


def test_no_campaign(client: FlaskClient) -> None:
    """An unknown campaign is a 404."""
    path = f"{CAMPAIGNS}/{16 * '0'}/webhooks"
    assert client.get(path).status_code == 404
    assert client.post(path, json={"url": URL}).status_code == 404
    assert client.delete(path, query_string={"url": URL}).status_code == 404


@pytest.mark.parametrize("words", CAMPAIGN_WEBHOOKS)
def test_an_example_is_taken(client: FlaskClient, hooks: str, words: str) -> None:
    """Each example is accepted unchanged where its address is allowed."""
    assert client.post(hooks, json=CAMPAIGN_WEBHOOKS[words]).status_code == 201
