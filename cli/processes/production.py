"""The API of a production set-up, under gunicorn. Never loads a worker or a kernel."""

from __future__ import annotations

import os
import time
from contextlib import closing
from dataclasses import replace

from gunicorn.app.base import BaseApplication
from gunicorn.workers.base import Worker

from api.app import create_app
from api.server import Server, UnsafeBindError, secure_settings
from cli.errors import problem
from store.database.db import open_database
from store.logs import configure_logs
from store.settings import Settings

TICK_SECONDS = 0.25


class ServerProcess(Worker):  # type: ignore[misc]  # gunicorn ships no type information
    """A gunicorn process with the same server as an embedded service.

    gunicorn's own threads receive requests themselves: a few slow clients would occupy them all.
    """

    def run(self) -> None:
        """Serve until gunicorn stops this process or is gone; running requests may finish."""
        server = Server(self.wsgi, sockets=[listener.sock for listener in self.sockets], threads=self.cfg.threads)
        server.start()
        while self.alive and os.getppid() == self.ppid:
            self.notify()
            time.sleep(TICK_SECONDS)
        server.stop()


class Gunicorn(BaseApplication):  # type: ignore[misc]  # gunicorn ships no type information
    """gunicorn configured by this program alone; each process it forks makes its own application."""

    def __init__(self, settings: Settings, options: dict[str, object]) -> None:
        self._settings = settings
        self._options = options
        super().__init__()

    def load_config(self) -> None:
        """Take over our options; gunicorn's own files and variables are not read."""
        for name, value in self._options.items():
            self.cfg.set(name, value)

    def load(self) -> object:
        """Make the WSGI application, after the fork: database connections are not shared."""
        return create_app(self._settings)


def serve_production(settings: Settings, host: str, port: int, workers: int, threads: int) -> None:
    """Serve until SIGTERM. Exports get half of the threads at most."""
    configure_logs(settings)
    share = max(1, threads // 2)
    settings = replace(
        _secure(settings, host), exports=min(settings.exports, share), queries=min(settings.queries, share)
    )
    bind = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    options = {
        "bind": bind,
        "workers": workers,
        "threads": threads,
        "worker_class": ServerProcess,
        "control_socket_disable": True,  # a socket in the home folder that is never used here
    }
    Gunicorn(settings, options).run()


def _secure(settings: Settings, host: str) -> Settings:
    try:
        with closing(open_database(settings)) as database:
            return secure_settings(settings, database, host)
    except UnsafeBindError as error:
        raise problem("No API keys", str(error)) from error
