"""Clients that send their requests byte by byte, and never to the end."""

from __future__ import annotations

import socket

HEADER = b"GET /health/live HTTP/1.1\r\nHost: localhost\r\nX: "
BODY = b"POST /api/v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n{"


def trickle(port: int, begin: bytes) -> socket.socket:
    """Begin a request."""
    connection = socket.create_connection(("127.0.0.1", port), timeout=30)
    connection.sendall(begin)
    return connection


def closed(connection: socket.socket) -> bool:
    """Whether the server has given the request up, found by sending one more byte."""
    try:
        connection.sendall(b"x")
        connection.settimeout(0.001)
        return connection.recv(100) == b""
    except TimeoutError:
        return False
    except OSError:
        return True
