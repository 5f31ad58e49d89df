"""Webhooks from the shell, sent by a service in its own process."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import cavalier
from tests.cli.running import invoke
from tests.processes import EmbeddedService
from tests.servers import wait_until
from tests.webhooks import SECRET, Receiver, verify

SMALL = {"kind": "enumerate", "board": "3x4", "method": "backtrack"}


@pytest.fixture
def service(tmp_path: Path, receiver: Receiver) -> Iterator[EmbeddedService]:
    """A service that may send messages to the receiver."""
    variables = {"CAVALIER_WEBHOOK_URLS": receiver.url, "CAVALIER_WEBHOOK_SECRET": SECRET}
    service = EmbeddedService(tmp_path / "data", variables)
    service.start()
    yield service
    service.kill()


def test_from_submission_to_delivery(service: EmbeddedService, receiver: Receiver) -> None:
    """A message is delivered despite a killed service; addresses can be added and removed later, also by the client."""
    submitted = invoke(service, "submit", "-", "--webhook", receiver.url + "fails", text=json.dumps(SMALL))
    assert submitted.exit_code == 0, submitted.output
    job = submitted.stdout.strip()
    wait_until(lambda: len(receiver.got) == 1, "the receiver is told, and refuses")
    service.kill()
    service.start()
    wait_until(lambda: len(receiver.got) == 3, "it is told again until it takes the message")

    def delivered() -> list[str]:
        return [one["state"] for one in json.loads(invoke(service, "deliveries", job, "--json").stdout)]

    wait_until(lambda: delivered() == ["delivered"], "the service knows")
    messages = receiver.got
    assert all(verify(SECRET, got["headers"], got["body"].encode(), time.time()) for got in messages)
    assert len({got["headers"]["webhook-id"] for got in messages}) == 1
    assert json.loads(messages[0]["body"])["data"]["id"] == job

    late = invoke(service, "webhook", job, receiver.url + "ok", "--state", "succeeded")
    assert late.stdout == f"{receiver.url}ok is called when {job} is succeeded\n"
    wait_until(lambda: delivered() == ["delivered", "delivered"], "a late one is told at once")
    with cavalier.connect(service.url, cache=False) as client:
        assert [one.attempts for one in client.job(job).deliveries] == [1, 3]
        assert client.job(job).add_webhook(receiver.url + "ok").states == ["succeeded", "failed", "cancelled"]
        client.job(job).remove_webhook(receiver.url + "ok")
        hook = {"url": receiver.url + "ok", "states": ["failed"]}
        again = client.submit(SMALL, webhook=hook), client.submit(SMALL | {"webhook": hook})
        assert [[(one.url, one.states) for one in made.webhooks] for made in again] == [[(hook["url"], ["failed"])]] * 2
        [left] = client.job(job).webhooks
    assert "job.succeeded" in invoke(service, "deliveries", job).stdout
    removed = invoke(service, "webhook", job, left.url, "--remove")
    assert (removed.exit_code, "no longer" in removed.stderr + removed.stdout) == (0, True)
    again = invoke(service, "webhook", job, left.url, "--remove")
    assert (again.exit_code, left.url in again.stderr) == (1, True)


def test_what_is_refused(service: EmbeddedService, receiver: Receiver) -> None:
    """An address that is not allowed and a job without messages are refused with the remedy."""
    refused = invoke(service, "submit", "-", "--webhook", "http://127.0.0.1:1/", text=json.dumps(SMALL))
    assert refused.exit_code == 2
    assert "CAVALIER_WEBHOOK_URLS" in refused.stderr
    job = invoke(service, "submit", "-", text=json.dumps(SMALL)).stdout.strip()
    none = invoke(service, "deliveries", job)
    assert none.exit_code == 1
    assert "cavalier webhook" in none.stderr
    assert receiver.got == []


def test_a_campaign_tells_that_it_has_ended(service: EmbeddedService, receiver: Receiver) -> None:
    """A campaign's end is sent once in a signed message, and the client shows the delivery."""
    with cavalier.connect(service.url, cache=False) as client:
        campaign = client.campaign("Tours", ["4x4", "5x5"], [{"kind": "construct"}])
        campaign.add_webhook(receiver.url + "none")
        campaign.remove_webhook(receiver.url + "none")
        assert campaign.add_webhook(receiver.url + "ok").state == "waiting"
        campaign.wait(timeout=240.0, progress=False)
        wait_until(lambda: [one.state for one in campaign.webhooks] == ["delivered"], "the receiver has taken it")
        [got] = receiver.got
        assert verify(SECRET, got["headers"], got["body"].encode(), time.time())
        told = json.loads(got["body"])
        data = {"id": campaign.id, "name": "Tours", "jobs": 2, "states": {"succeeded": 2}}
        assert (told["type"], told["data"]) == ("campaign.ended", data)
