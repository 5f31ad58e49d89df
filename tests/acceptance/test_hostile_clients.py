"""Attacks on the real processes: slow clients at gunicorn, planted messages in Redis."""

from __future__ import annotations

import base64
import json
import pickle
import urllib.request
from pathlib import Path

import pytest
import redis

from cavalier.transport import Transport
from tests.acceptance.service import production
from tests.processes import cavalier
from tests.servers import START_SECONDS, Process, accepts, free_port, program, wait_until
from tests.trickling import BODY, HEADER, closed, trickle

pytestmark = [pytest.mark.service, pytest.mark.acceptance]
SLOW = 40
"""More slow clients than the API has threads."""


class Planted:
    """An object that makes a file when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> object:
        return Path.touch, (self.path,)


def test_slow_clients_and_planted_messages(tmp_path: Path) -> None:
    """The API answers despite more slow requests than threads, and pickles planted in Redis are not loaded."""
    with production(tmp_path) as (url, settings, processes):
        port = int(url.rsplit(":", 1)[1])
        slow = [trickle(port, begin) for begin in (HEADER, BODY) for _ in range(SLOW // 2)]
        with urllib.request.urlopen(f"{url}/health/live", timeout=START_SECONDS) as answer:
            assert answer.status == 200
        assert not any(closed(connection) for connection in slow), "the answer waited until they were given up"
        for connection in slow:
            connection.close()

        broker = redis.Redis.from_url(settings.broker_url)
        mark = tmp_path / "unpickled"
        for message in planted(mark):
            broker.lpush("notifications", message)
        with Transport(url) as client:  # the worker's one thread answers what comes after them, too
            *_, last = client.follow(client.submit({"kind": "enumerate", "board": "3x4", "method": "backtrack"})["id"])
        assert last["state"] == "succeeded"
        wait_until(lambda: broker.llen("notifications") == 0, "the messages are read")
        assert not mark.exists()
        assert processes[1].alive


def test_more_connections_than_open_files(tmp_path: Path) -> None:
    """A service limited to a hundred open files survives more idle clients and answers when they have gone."""
    port, log = free_port(), tmp_path / "cavalier.log"
    command = cavalier("serve", "--data", str(tmp_path / "data"), "--port", str(port), "--threads", "1")
    with Process([program("prlimit"), "--nofile=100:100", *command], log, {}) as process:
        wait_until(lambda: accepts(port), "it listens")
        clients = [trickle(port, b"GET / HTTP/1.1\r\n") for _ in range(200)]
        assert process.alive
        for client in clients:
            client.close()
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/health/live", timeout=START_SECONDS) as answer:
            assert answer.status == 200
        assert "Too many open files" not in log.read_text()
        assert process.end() == 0


def planted(mark: Path) -> list[bytes]:
    """Return messages with a pickle, in the forms that Celery recognises."""
    body = base64.b64encode(pickle.dumps(Planted(mark))).decode()
    found = []
    for content_type in ("application/x-python-serialize", "pickle"):
        message = {
            "body": body,
            "content-encoding": "binary",
            "content-type": content_type,
            "headers": {"lang": "py", "task": "cavalier.answer", "id": "1", "root_id": "1", "parent_id": None},
            "properties": {
                "correlation_id": "1",
                "delivery_mode": 2,
                "delivery_info": {"exchange": "", "routing_key": "notifications"},
                "priority": 0,
                "body_encoding": "base64",
                "delivery_tag": f"planted-{content_type}",
            },
        }
        found.append(json.dumps(message).encode())
    return found
