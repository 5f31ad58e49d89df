"""The embedded server: waitress in a thread of this process."""

from __future__ import annotations

import ipaddress
import threading
from dataclasses import replace

import waitress
from flask import Flask
from waitress import wasyncore

from store.db import Database
from store.keys import any_key
from store.settings import Settings

THREADS = 8
DRAIN_SECONDS = 5.0
LOOPBACK_NAMES = {"localhost"}


class UnsafeBindError(ValueError):
    """A service that others can reach needs keys."""


class Server:
    """Serves one application on one address until it is stopped. Port 0 takes any free one."""

    def __init__(self, app: Flask, host: str, port: int) -> None:
        self._server = waitress.create_server(
            app,
            host=host,
            port=port,
            threads=THREADS,
            ident="cavalier",
            channel_request_lookahead=1,  # or it would not notice that a client has gone before it has an answer
        )
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="http", daemon=True)

    @property
    def port(self) -> int:
        """The port it listens on."""
        return int(self._server.effective_port)

    def start(self) -> None:
        """Begin to answer."""
        self._thread.start()

    def _run(self) -> None:
        try:
            self._server.run()
        except OSError:  # the loop was waiting on the very socket that `stop` closed
            if not self._stopping.is_set():
                raise
            wasyncore.close_all(self._server._map, ignore_all=True)  # noqa: SLF001  the loop is over: nobody else will

    def stop(self) -> None:
        """Accept no more connections and let running requests end; idle connections are left to break."""
        self._stopping.set()
        self._server.close()
        self._server.task_dispatcher.shutdown(timeout=DRAIN_SECONDS)


def secured(settings: Settings, database: Database, host: str) -> Settings:
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


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach the address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host in LOOPBACK_NAMES
