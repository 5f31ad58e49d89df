"""The embedded server, and what it asks before others can reach it."""

from __future__ import annotations

import urllib.request
from urllib.error import URLError

import pytest
from flask import Flask

from api.server import Server, UnsafeBindError, is_loopback, secured
from store.db import Database
from store.keys import create_key
from store.settings import Settings


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
