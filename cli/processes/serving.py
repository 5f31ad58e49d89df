"""API, dashboard and worker in one process."""

from __future__ import annotations

import errno
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from api.app import create_app
from api.server import Server, UnsafeBindError, secure_settings
from cli.database.atlas_tours import bring_tours_in
from cli.errors import problem
from cli.options import DEFAULT_URL
from cli.output import echo_message
from cli.processes.embedded import Embedded, embedded_worker, run_embedded

if TYPE_CHECKING:
    from workers.broker.celery_worker import CeleryWorker

LOOK_SECONDS = 1.0
ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  not listened on: where this machine finds itself  # nosec B104


def serve_embedded(data: Path, host: str, port: int, threads: int | None, stopped: threading.Event) -> None:
    """Serve the data folder until `stopped` is set; then commit running work and return."""
    with run_embedded(data, threads, embedded_worker) as service:
        bring_tours_in(service.settings, service.database)
        server = _server(service, host, port)
        server.start()
        try:
            echo_message(f"Cavalier serves {_url(host, server.port)} (data in {data}); Ctrl-C stops it")
            own = _url(ANYWHERE.get(host, host), server.port)
            if own != DEFAULT_URL:
                echo_message(f"other commands find it after: export CAVALIER_URL={own}")
            while not stopped.wait(LOOK_SECONDS):
                if service.worker.overrun or not service.worker.alive:
                    service.worker.begin_anew()
            echo_message("stopping: running work is being committed")
        finally:
            server.stop()


def _url(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def _server(service: Embedded[CeleryWorker], host: str, port: int) -> Server:
    try:
        settings = secure_settings(service.settings, service.database, host)
        return Server(create_app(settings, service.database, service.worker.notifier), host, port)
    except UnsafeBindError as error:
        raise problem("No API keys", str(error)) from error
    except OSError as error:
        raise problem("Cannot listen", why_not_listening(host, port, error)) from error


def why_not_listening(host: str, port: int, error: OSError) -> str:
    """Return why nothing can listen at an address, and what helps."""
    if error.errno == errno.EADDRINUSE:
        detail = f"{host}:{port}: another program listens there already; --port names another port"
    elif error.errno == errno.EACCES:
        detail = f"{host}:{port}: only an administrator may listen there; take a port from 1024 on"
    elif error.errno == errno.EADDRNOTAVAIL:
        detail = f"{host}:{port}: this machine does not have that address"
    else:
        detail = f"{host}:{port}: {error.strerror}"
    return detail
