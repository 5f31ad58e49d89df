"""The HTTP server: waitress in a thread of this process."""

from __future__ import annotations

import ipaddress
import resource
import socket
import threading
from collections.abc import Sequence
from dataclasses import replace

import waitress
from flask import Flask
from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import BaseWSGIServer
from waitress.task import WSGITask

from api.http.long_polling import ENVIRON, StillUnchanged, Waiters, WaitState
from api.http.services import database_of
from store.api_keys import any_key
from store.database.db import Database
from store.settings import Settings

THREADS = 8
DRAIN_SECONDS = 5.0
TICK_SECONDS = 0.25
REQUEST_SECONDS = 60
"""After this time, a request that has not arrived is given up, and a silent connection is closed."""

MAX_CONNECTIONS = 500
"""Fewer if the process may open few files: half of the limit is kept for the database and for files."""

MAX_HEADER_BYTES = 1 << 16
SLACK_BYTES = 1 << 20
"""Bodies over the limit by less than this get the application's answer; larger ones are not even received."""

LOOPBACK_NAMES = {"localhost"}


class UnsafeBindError(ValueError):
    """A service that others can reach has no keys."""


class GuardedParser(HTTPRequestParser):  # type: ignore[misc]  # as below
    """Parses a request, and has the connection closed where the end of its body is in doubt."""

    completed: bool
    content_length: int
    expect_continue: bool

    def parse_header(self, header_plus: bytes) -> None:
        """Close after a body whose length is given twice, or in a form that its version lacks (RFC 9112, 6.1)."""
        super().parse_header(header_plus)
        if "TRANSFER_ENCODING" in self.headers or (self.chunked and "CONTENT_LENGTH" in self.headers):
            self.headers["CONNECTION"] = "close"

    def received(self, data: bytes) -> int:
        """Refuse a body that is too large at once, if the client asks before sending it."""
        consumed: int = super().received(data)
        if self.expect_continue and self.content_length > self.adj.max_request_body_size - SLACK_BYTES:
            self.expect_continue, self.completed = False, True
            self.headers["CONNECTION"] = "close"
        return consumed


class PatientTask(WSGITask):  # type: ignore[misc]  # as below
    """Answers a request that may wait and begin anew."""

    def get_environment(self) -> dict[str, object]:
        """Add what is kept of the request from one beginning to the next."""
        environ: dict[str, object] = super().get_environment()
        environ[ENVIRON] = self.request.__dict__.setdefault("patience", WaitState())
        return environ


class PatientChannel(HTTPChannel):  # type: ignore[misc]  # waitress ships no type information
    """A connection whose requests must arrive within their time, in however small pieces they come."""

    connected: bool
    last_activity: float

    parser_class = GuardedParser
    task_class = PatientTask

    def service(self) -> None:
        """Answer a request, or let it wait; its thread is then free for others."""
        waiters: Waiters = self.server.waiters
        rest: StillUnchanged | None = None
        try:
            super().service()
        except StillUnchanged as wait:
            rest = wait
        finally:
            waiters.release(self)
        if rest is not None and not waiters.add(self, rest):
            super().service()

    def begin_anew(self) -> None:
        """Give the request to a thread of the server."""
        self.server.add_task(self)

    def handle_read(self) -> None:
        """Read; while a request is arriving only its beginning counts as activity."""
        begun = None if self.request is None else self.last_activity
        super().handle_read()
        if begun is not None and self.request is not None:
            self.last_activity = begun


class Server:
    """Serves one application until it is stopped: on an address (port 0 takes any free one), or on open sockets.

    One thread receives each request whole before another handles it: a slow client does not delay others. Requests
    that wait for a job to change occupy no thread; at most three fifths of the connections may wait.
    """

    def __init__(
        self,
        app: Flask,
        host: str = "",
        port: int = 0,
        *,
        sockets: Sequence[socket.socket] = (),
        threads: int = THREADS,
    ) -> None:
        where = {"sockets": list(sockets)} if sockets else {"host": host, "port": port}
        self._map: dict[int, object] = {}
        self._server = waitress.create_server(
            app,
            map=self._map,
            **where,
            threads=threads,
            ident="cavalier",
            channel_request_lookahead=1,  # else it would not notice a client that leaves before its answer
            channel_timeout=REQUEST_SECONDS,
            cleanup_interval=max(1, REQUEST_SECONDS // 10),
            connection_limit=most_connections(),
            clear_untrusted_proxy_headers=False,  # the application drops or believes them (CAVALIER_PROXIES)
            max_request_header_size=MAX_HEADER_BYTES,
            max_request_body_size=app.config["MAX_CONTENT_LENGTH"] + SLACK_BYTES,
        )
        # one for each address that the host's name means
        self._listeners = [part for part in self._map.values() if isinstance(part, BaseWSGIServer)]
        self._waiters = Waiters(database_of(app), most_connections() * 3 // 5)
        for listener in self._listeners:
            listener.channel_class = PatientChannel
            listener.waiters = self._waiters
        self._stopping, self._drained = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="http", daemon=True)

    @property
    def port(self) -> int:
        """The port it listens on."""
        return int(self._listeners[0].effective_port)

    def start(self) -> None:
        """Begin to answer."""
        self._waiters.start()
        self._thread.start()

    def _run(self) -> None:
        while not self._stopping.is_set():
            wasyncore.poll2(TICK_SECONDS, self._map)
        for listener in self._listeners:
            wasyncore.dispatcher.close(listener)
        while not self._drained.is_set():
            wasyncore.poll2(TICK_SECONDS, self._map)
        wasyncore.close_all(self._map, ignore_all=True)

    def stop(self) -> None:
        """Accept no more connections, let running requests end, and break idle connections."""
        self._stopping.set()
        self._waiters.end(DRAIN_SECONDS)
        self._server.task_dispatcher.shutdown(timeout=DRAIN_SECONDS)
        self._drained.set()
        self._thread.join(DRAIN_SECONDS)


def secure_settings(settings: Settings, database: Database, host: str) -> Settings:
    """Return the settings fit for listening on `host`.

    On the loopback interface the host names are fixed, so that no outside name can be pointed here (DNS rebinding).
    Elsewhere keys are required; UnsafeBindError where none has been made.
    """
    if is_loopback(host):
        return replace(settings, trusted_hosts=settings.trusted_hosts or ("127.0.0.1", "localhost", "[::1]"))
    with database.reading() as session:
        if not any_key(session):
            raise UnsafeBindError(f"{host} can be reached by others: make an API key first (cavalier keys create)")
    return replace(settings, require_keys=True)


def most_connections() -> int:
    """Return how many connections are taken at a time; others wait until one of them ends."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return min(MAX_CONNECTIONS, files // 2)


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach the address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host in LOOPBACK_NAMES
