"""Exports over real connections under either server: few at a time, and none for a client that has gone."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from findings.setup import upgrade
from store.database.db import open_database
from store.models.shards import Shard
from store.settings import Settings
from store.tours.boards import board_id
from store.tours.encoding import TourBatch
from store.tours.insertion import write_tours
from tests.processes import cavalier
from tests.servers import Process, free_port, wait_until
from tests.store.job_samples import stored_job
from tests.store.tour_samples import BOARD, KNIGHT, all_tours, batch

PATH = "/api/v1/exports/tours?format=jsonl"
MANY = 200
"""Copies of all tours of 5x5, together 140 MB of text: more than any buffer on the way can hold."""

EMBEDDED = """
import sys
import threading
from api.app import create_app
from api.server import Server
from store.settings import Settings
server = Server(create_app(Settings.from_env()), "127.0.0.1", int(sys.argv[1]))
server.start()
threading.Event().wait()
"""


@pytest.fixture(scope="module")
def database_url(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A database with 345,600 tours."""
    settings = Settings(data=tmp_path_factory.mktemp("exports"))
    upgrade(settings)
    database = open_database(settings)
    many = TourBatch.concatenate([batch(all_tours())] * MANY)
    with database.writing() as session:
        job = stored_job(session)
        shard = Shard(job_id=job.id, number=10**6, label="all", target={})
        session.add(shard)
        session.flush()
        place = board_id(session, BOARD, KNIGHT)
        write_tours(session, many, board_id=place, shard_id=shard.id, seq=0, found_at=1.0)
    database.close()
    return settings.url


@pytest.fixture(params=["waitress", "gunicorn"])
def port(request: pytest.FixtureRequest, database_url: str, tmp_path: Path) -> Iterator[int]:
    """A server that makes one export at a time."""
    number = free_port()
    command = cavalier("api", "--port", str(number), "--workers", "1")
    if request.param == "waitress":
        command = [sys.executable, "-c", EMBEDDED, str(number)]
    settings = {"CAVALIER_DATABASE_URL": database_url, "CAVALIER_BROKER_URL": "redis://127.0.0.1:1/0"}
    with Process(command, tmp_path / "log", settings | {"CAVALIER_EXPORTS": "1"}):
        wait_until(lambda: status(number, "/health/live") == "200", "the server answers")
        yield number


def ask(port: int, path: str) -> tuple[socket.socket, str]:
    """Send a request; return the open connection and the beginning of the answer."""
    connection = socket.create_connection(("127.0.0.1", port), timeout=120)
    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    return connection, connection.recv(4096).decode(errors="replace")


def status(port: int, path: str) -> str:
    """Return the status of an answer without reading its end, or an empty text if nothing answers."""
    try:
        connection, answer = ask(port, path)
    except OSError:
        return ""
    connection.close()
    return answer.split(" ")[1]


def test_a_client_that_has_gone(port: int) -> None:
    """Its export ends and makes room for the next."""
    connection, answer = ask(port, PATH)
    other, refused = ask(port, PATH)
    assert answer.startswith("HTTP/1.1 200")
    assert refused.startswith("HTTP/1.1 503")
    assert "retry-after: 10" in refused.lower()
    assert status(port, "/health/live") == "200"

    other.close()
    connection.close()
    wait_until(lambda: status(port, PATH) == "200", "room for the next export")
