"""Health check for supervisors: `python -m workers.host.healthcheck` exits with 0 if a worker here lives, else 1."""

from __future__ import annotations

import socket
import sys
from contextlib import closing

from store.database.db import open_database
from store.jobs.maintenance import live_workers
from store.settings import Settings
from store.trust.spot_checks import host_of


def main() -> int:
    """Return exit code 0 if a worker of this host sent a heartbeat within the last minute, else 1."""
    with closing(open_database(Settings.from_env())) as database, database.reading() as session:
        return int(socket.gethostname() not in {host_of(worker.name) for worker in live_workers(session)})


if __name__ == "__main__":
    sys.exit(main())
