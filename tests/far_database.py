"""A line to a PostgreSQL server that counts round trips and may take its time."""

from __future__ import annotations

import queue
import socket
import threading
import time
from contextlib import suppress
from typing import Self

from sqlalchemy import make_url

CHUNK = 1 << 16

RARELY = 1e-12
"""A share of second runs so small that none is drawn, though each may be. A second run takes round trips of its own."""


class Line:
    """A relay on a port of its own in front of the server of a database URL.

    seconds: how long a round trip takes; half of it each way. trips: how often a client has sent after being answered.
    """

    def __init__(self, url: str, seconds: float = 0.0) -> None:
        self._there = make_url(url)
        self.seconds = seconds
        self.trips = 0
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._sockets = [self._listener]
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for end in self._sockets:  # the clients have closed theirs
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    @property
    def url(self) -> str:
        """URL of the database at the end of the line."""
        here = self._there.set(host="127.0.0.1", port=self._listener.getsockname()[1])
        return here.update_query_dict({"sslmode": "disable"}).render_as_string(hide_password=False)

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            server = socket.create_connection((self._there.host or "127.0.0.1", self._there.port or 5432))
            self._sockets += [client, server]
            connection = _Connection(self)
            for source, target, asks in ((client, server, True), (server, client, False)):
                source.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                connection.relay(source, target, asks=asks)


class _Connection:
    """Both directions of a connection."""

    def __init__(self, line: Line) -> None:
        self._line, self._answered = line, True

    def relay(self, source: socket.socket, target: socket.socket, *, asks: bool) -> None:
        """Relay bytes in one direction until it ends, each after its delay. asks: the bytes come from the client."""
        carried: queue.Queue[tuple[float, bytes]] = queue.Queue()
        threading.Thread(target=self._receive, args=(source, carried, asks), daemon=True).start()
        threading.Thread(target=self._deliver, args=(target, carried), daemon=True).start()

    def _receive(self, source: socket.socket, carried: queue.Queue[tuple[float, bytes]], asks: bool) -> None:
        data = b"."
        while data:
            try:
                data = source.recv(CHUNK)
            except OSError:
                data = b""
            self._line.trips += bool(data) and asks and self._answered
            self._answered = not asks
            carried.put((time.monotonic() + self._line.seconds / 2, data))

    def _deliver(self, target: socket.socket, carried: queue.Queue[tuple[float, bytes]]) -> None:
        while True:
            due, data = carried.get()
            time.sleep(max(0.0, due - time.monotonic()))
            try:
                if not data:
                    target.shutdown(socket.SHUT_WR)
                    return
                target.sendall(data)
            except OSError:
                return
