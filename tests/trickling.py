"""Clients that send their requests byte by byte, and never to the end."""

from __future__ import annotations

import socket
import time

HEADER = b"GET /health/live HTTP/1.1\r\nHost: localhost\r\nX: "
BODY = b"POST /api/v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n{"


def trickle(port: int, begin: bytes) -> socket.socket:
    """Begin a request."""
    connection = socket.create_connection(("127.0.0.1", port), timeout=30)
    connection.sendall(begin)
    return connection


def until_closed(connections: list[socket.socket], most: float) -> float:
    """Go on sending bytes; return the seconds until the server has closed all, `most` where it has not."""
    begun, still = time.monotonic(), list(connections)
    while still and time.monotonic() - begun < most:
        still = [connection for connection in still if not _closed(connection)]
        time.sleep(0.1)
    for connection in connections:
        connection.close()
    return time.monotonic() - begun


def _closed(connection: socket.socket) -> bool:
    try:
        connection.sendall(b"x")
        connection.settimeout(0.001)
        return connection.recv(100) == b""
    except TimeoutError:
        return False
    except OSError:
        return True
