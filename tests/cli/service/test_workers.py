"""The workers from the shell, at a service in a process of its own."""

from __future__ import annotations

import json
from pathlib import Path

import cavalier
from tests.cli.running import invoke
from tests.processes import EmbeddedService
from tests.servers import wait_until


def test_workers(tmp_path: Path) -> None:
    """The worker of `serve` is listed and can be drained; after a restart a new one takes jobs."""
    service = EmbeddedService(tmp_path / "data")
    listed = lambda: json.loads(invoke(service, "workers", "--json").stdout)  # noqa: E731  short
    service.start()
    try:
        wait_until(listed, "the worker is there")
        (one,) = listed()
        assert one["state"] == "live"
        assert "live" in invoke(service, "workers", "--hours", "1").stdout
        assert invoke(service, "workers", "--drain", "nobody").exit_code != 0
        told = invoke(service, "workers", "--drain", one["name"])
        assert told.output == f"{one['name']} finishes what it is at and stops\n"
        with cavalier.connect(service.url, cache=False) as client:
            assert [worker.state for worker in client.workers()] == ["draining"]
            client.drain_worker(one["name"])
    finally:
        service.kill()
    service.start()
    try:
        wait_until(lambda: any(one["state"] == "live" for one in listed()), "the new worker is there")
        job = invoke(service, "submit", "-", text='{"kind": "enumerate", "board": "3x4"}').stdout.strip()
        assert invoke(service, "watch", job).exit_code == 0
    finally:
        service.kill()
