"""The embedded server, and what it asks before others can reach it."""

from __future__ import annotations

import socket
import urllib.request
from urllib.error import URLError

import pytest
from flask import Flask

from api.server import THREADS, Server, UnsafeBindError, is_loopback, secured
from store.database.db import Database
from store.keys import create_key
from store.settings import Settings
from tests.servers import START_SECONDS, wait_until
from tests.trickling import BODY, HEADER, closed, trickle

LARGE = b"POST /api/v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000000\r\n\r\n"


def test_it_answers_until_it_is_stopped(app: Flask) -> None:
    """In a thread of this process, on a port of its own."""
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
        secured(sqlite_settings, sqlite_database, "0.0.0.0")
    with sqlite_database.writing() as session:
        create_key(session, "me", "admin")

    assert secured(sqlite_settings, sqlite_database, "0.0.0.0").require_keys
    assert not secured(sqlite_settings, sqlite_database, "127.0.0.1").require_keys


def test_on_loopback_host_names_are_fixed(sqlite_settings: Settings, sqlite_database: Database) -> None:
    """No outside name can be pointed at a service without keys."""
    assert "localhost" in secured(sqlite_settings, sqlite_database, "127.0.0.1").trusted_hosts


@pytest.mark.parametrize(
    ("host", "expected"),
    [("127.0.0.1", True), ("::1", True), ("localhost", True), ("0.0.0.0", False), ("example.org", False)],
)
def test_loopback(host: str, expected: bool) -> None:
    """Names that are not known to be this machine are not."""
    assert is_loopback(host) == expected


@pytest.mark.parametrize("patience", [600, 2])
def test_trickled_requests_keep_nobody_waiting(app: Flask, monkeypatch: pytest.MonkeyPatch, patience: int) -> None:
    """Many times more of them than threads, in the header and in the body; each is given up after its time."""
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
    """A header without end, a body of a terabyte."""
    server = Server(app, "127.0.0.1", 0)
    server.start()
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        connection.sendall(begin)
        answer = connection.recv(100).split()
    server.stop()
    assert int(answer[1]) == status
