"""The embedded server, and its conditions for listening beyond this machine."""

from __future__ import annotations

import socket
import urllib.request
from urllib.error import URLError

import pytest
from flask import Flask

from api.server import THREADS, Server, UnsafeBindError, is_loopback, secure_settings
from store.api_keys import create_key
from store.database.db import Database
from store.settings import Settings
from tests.servers import START_SECONDS, wait_until
from tests.trickling import BODY, HEADER, closed, trickle

LARGE = b"POST /api/v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000000\r\n\r\n"
SMUGGLED = b"GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n"
ASKING = (
    b"POST /api/v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Content-Length: %d\r\nExpect: 100-continue\r\n\r\n"
)


def test_it_answers_until_it_is_stopped(app: Flask) -> None:
    """It runs in a thread of this process, on its own port."""
    server = Server(app, "127.0.0.1", 0)
    server.start()
    with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/health/live") as answer:
        assert answer.status == 200
    server.stop()

    with pytest.raises((URLError, ConnectionResetError)):  # reset where the kernel had queued it already
        urllib.request.urlopen(f"http://127.0.0.1:{server.port}/health/live")


def test_beyond_loopback_keys_are_required(sqlite_settings: Settings, sqlite_database: Database) -> None:
    """Without any key it refuses to listen; with one, every request needs it."""
    with pytest.raises(UnsafeBindError, match="key"):
        secure_settings(sqlite_settings, sqlite_database, "0.0.0.0")
    with sqlite_database.writing() as session:
        create_key(session, "me", "admin")

    assert secure_settings(sqlite_settings, sqlite_database, "0.0.0.0").require_keys
    assert not secure_settings(sqlite_settings, sqlite_database, "127.0.0.1").require_keys


def test_on_loopback_host_names_are_fixed(sqlite_settings: Settings, sqlite_database: Database) -> None:
    """Only trusted host names are answered, so no outside name can be pointed at a service without keys."""
    assert "localhost" in secure_settings(sqlite_settings, sqlite_database, "127.0.0.1").trusted_hosts


@pytest.mark.parametrize(
    ("host", "expected"),
    [("127.0.0.1", True), ("::1", True), ("localhost", True), ("0.0.0.0", False), ("example.org", False)],
)
def test_loopback(host: str, expected: bool) -> None:
    """Only names known to be this machine are loopback."""
    assert is_loopback(host) == expected


@pytest.mark.parametrize("patience", [600, 2])
def test_trickled_requests_keep_nobody_waiting(app: Flask, monkeypatch: pytest.MonkeyPatch, patience: int) -> None:
    """Far more slow requests than threads delay no other; each is closed after its time."""
    monkeypatch.setattr("api.server.REQUEST_SECONDS", patience)
    server = Server(app, "127.0.0.1", 0)
    server.start()
    slow = [trickle(server.port, begin) for begin in (HEADER, BODY) for _ in range(4 * THREADS)]
    with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/health/live", timeout=START_SECONDS) as answer:
        assert answer.status == 200
    if patience == 2:
        wait_until(lambda: all(closed(connection) for connection in slow), "each is given up")
    assert [closed(connection) for connection in slow] == len(slow) * [patience == 2]
    server.stop()
    for connection in slow:
        connection.close()


@pytest.mark.parametrize(("begin", "status"), [(b"GET / HTTP/1.1\r\nX: " + b"x" * (1 << 17), 431), (LARGE, 413)])
def test_what_is_too_large_is_not_received(app: Flask, begin: bytes, status: int) -> None:
    """An endless header or a body of a terabyte is refused before it is received."""
    server = Server(app, "127.0.0.1", 0)
    server.start()
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        connection.sendall(begin)
        answer = connection.recv(100).split()
    server.stop()
    assert int(answer[1]) == status


@pytest.mark.parametrize(
    "head",
    [
        b"HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n",
        b"HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n",
        b"HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n",
    ],
)
def test_a_body_of_two_lengths_ends_the_connection(app: Flask, head: bytes) -> None:
    """Only that request is answered, since a proxy may see another end of its body."""
    request = b"GET /health/live " + head + b"Host: localhost\r\n\r\n0\r\n\r\n"
    answers = _answers(app, request + SMUGGLED)
    assert answers.count(b"HTTP/1.") == 1
    assert b"Connection: close" in answers


def test_a_chunked_body_alone_keeps_the_connection(app: Flask) -> None:
    """Its length is stated in one way only, so a second request is answered."""
    request = b"GET /health/live HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    last = SMUGGLED.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    assert _answers(app, request + last).count(b"HTTP/1.1 200 OK") == 2


@pytest.mark.parametrize("beyond", [1, 1 << 30])
def test_who_asks_first_is_told_that_a_body_is_too_large(app: Flask, beyond: int) -> None:
    """The answer is 413 instead of `100 Continue`, even for one byte too many."""
    length = app.config["MAX_CONTENT_LENGTH"] + beyond
    answers = _answers(app, ASKING % length)
    assert answers.startswith(b"HTTP/1.1 413 ")
    assert b"100 Continue" not in answers


def test_who_asks_first_may_send_a_body_that_fits(app: Flask) -> None:
    """`100 Continue` comes first, then the answer."""
    server = Server(app, "127.0.0.1", 0)
    server.start()
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        connection.sendall(ASKING % 2)
        assert connection.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        connection.sendall(b"{}")
        assert connection.recv(100).startswith(b"HTTP/1.1 422 ")
    server.stop()


def _answers(app: Flask, requests: bytes) -> bytes:
    """Return all that a server sends on a connection until it closes it."""
    server = Server(app, "127.0.0.1", 0)
    server.start()
    with socket.create_connection(("127.0.0.1", server.port), timeout=15) as connection:
        connection.sendall(requests)
        answers = b"".join(iter(lambda: connection.recv(1 << 16), b""))
    server.stop()
    return answers
