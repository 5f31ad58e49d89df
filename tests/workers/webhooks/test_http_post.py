"""One message sent to a receiver in a process of its own."""

from __future__ import annotations

import socket
import time
from dataclasses import replace
from typing import Any

import pytest

from store.settings import Settings
from store.webhooks.allowed_urls import UrlRefusedError, allowed_target
from store.webhooks.outbox import OutgoingMessage
from tests.servers import free_port
from tests.webhooks import SECRET, Receiver, verify
from workers.webhooks.http_post import addresses_of, classify_response, post


@pytest.fixture
def settings(receiver: Receiver) -> Settings:
    """Settings that allow the receiver and give it one second."""
    return replace(receiver.settings(Settings()), webhook_seconds=1.0)


def parcel(url: str) -> OutgoingMessage:
    """Return a message to this URL."""
    return OutgoingMessage(1, "delivery-1", url, '{"type": "job.succeeded", "data": {"label": "é"}}', 1)


def test_a_message_is_signed(receiver: Receiver, settings: Settings) -> None:
    """The receiver can verify the sender and age of a message; the query of the URL is sent too."""
    attempt = post(parcel(receiver.url + "ok?for=me"), settings)
    assert (attempt.status, attempt.detail) == (204, None)
    [got] = receiver.got
    assert (got["path"], got["headers"]["webhook-id"]) == ("/ok?for=me", "delivery-1")
    assert got["headers"]["content-type"] == "application/json"
    assert got["headers"]["host"] == f"127.0.0.1:{receiver.port}"
    assert got["body"] == parcel("").body
    assert verify(SECRET, got["headers"], got["body"].encode(), time.time())


@pytest.mark.parametrize("path", ["hangs", "trickles"])
def test_a_receiver_that_never_answers(receiver: Receiver, settings: Settings, path: str) -> None:
    """A receiver that does not answer in time is given up, even if it sends single bytes."""
    attempt = post(parcel(receiver.url + path), settings)
    assert (attempt.status, attempt.detail, attempt.for_good) == (None, "no answer within 1 s", False)
    assert len(receiver.got) == 1


def test_nobody_is_followed(receiver: Receiver, settings: Settings) -> None:
    """A redirect is not a delivery and is not followed."""
    attempt = post(parcel(receiver.url + "redirects"), settings)
    assert attempt.status == 302
    assert attempt.detail is not None
    assert [got["path"] for got in receiver.got] == ["/redirects"]


def test_answers_are_judged() -> None:
    """2xx is a success, 410 is final, and anything else is tried again."""
    assert [classify_response(status).detail is None for status in (200, 299, 300, 400, 500)] == [
        True,
        True,
        False,
        False,
        False,
    ]
    assert [classify_response(status).for_good for status in (200, 302, 410, 404, 503)] == [
        False,
        False,
        True,
        False,
        False,
    ]


def test_what_is_not_allowed_is_not_sent(receiver: Receiver, settings: Settings) -> None:
    """A URL that is no longer allowed gets no message."""
    attempt = post(parcel(receiver.url + "ok"), replace(settings, webhook_urls=("https://hooks.example/",)))
    assert attempt.for_good
    assert receiver.got == []


def resolves(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> list[str]:
    """Let every name resolve to these addresses; return the list of names looked up."""
    asked: list[str] = []

    look_up = socket.getaddrinfo

    def answer(host: str, port: int, *given: int, **named: int) -> list[tuple[Any, ...]]:
        if host.replace(".", "").isdecimal():
            return look_up(host, port, *given, **named)
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]

    monkeypatch.setattr("workers.webhooks.http_post.socket.getaddrinfo", answer)
    return asked


def test_a_name_of_this_network(receiver: Receiver, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name with a private address is refused unless allowed; the checked address is the one connected to."""
    url = f"http://hooks.example:{receiver.port}/"
    settings = replace(settings, webhook_urls=(url,))
    asked = resolves(monkeypatch, "127.0.0.1")
    attempt = post(parcel(url + "ok"), settings)
    assert attempt.for_good
    assert "hooks.example means a machine of this network (127.0.0.1)" in str(attempt.detail)
    assert receiver.got == []

    connect, create = [], socket.create_connection
    monkeypatch.setattr(
        "workers.webhooks.http_post.socket.create_connection",
        lambda where, *more: connect.append(where) or create(("127.0.0.1", where[1]), *more),
    )
    assert post(parcel(url + "ok"), replace(settings, webhook_private=True)).detail is None
    assert (asked, connect) == (2 * ["hooks.example"], [("127.0.0.1", receiver.port)])
    assert receiver.got[0]["headers"]["host"] == f"hooks.example:{receiver.port}"


def test_of_several_addresses_the_public_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only public addresses of a name are used, and a name without any is refused."""
    target = allowed_target("https://hooks.example/", ("https://hooks.example/",))
    resolves(monkeypatch, "10.0.0.1", "93.184.215.14", "93.184.215.14")
    assert addresses_of(target, private=False) == ["93.184.215.14"]
    assert addresses_of(target, private=True) == ["10.0.0.1", "93.184.215.14"]
    resolves(monkeypatch, "10.0.0.1")
    with pytest.raises(UrlRefusedError):
        addresses_of(target, private=False)


def test_nobody_there(settings: Settings) -> None:
    """An unreachable receiver is tried again later."""
    url = f"http://127.0.0.1:{free_port()}/"
    attempt = post(parcel(url), replace(settings, webhook_urls=(url,)))
    assert (attempt.status, attempt.for_good) == (None, False)
    assert attempt.detail is not None


def test_a_certificate_must_be_good(receiver: Receiver, settings: Settings) -> None:
    """A receiver without TLS or with a wrong certificate gets nothing."""
    url = f"https://127.0.0.1:{receiver.port}/"
    attempt = post(parcel(url + "ok"), replace(settings, webhook_urls=(url,)))
    assert (attempt.status, attempt.for_good) == (None, False)
    assert receiver.got == []
