"""A read replica: a copy of the PostgreSQL database that lags a moment behind."""

from __future__ import annotations

import time

import structlog
from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from store.database.postgresql import ONE_SNAPSHOT, reading_engine
from store.settings import Pool, Timeouts

AGAIN_SECONDS = 30.0
log = structlog.get_logger(__name__)


class Replica:
    """Connections to the replica; after a failure it is not tried again for a while."""

    def __init__(self, url: str, patience: Timeouts, pool: Pool) -> None:
        self._engine = reading_engine(url, patience, pool).execution_options(**ONE_SNAPSHOT)
        self._away_until = 0.0

    def connect(self) -> Connection | None:
        """Return a connection, None if the replica does not answer."""
        if time.monotonic() < self._away_until:
            return None
        try:
            return self._engine.connect()
        except (OperationalError, PoolTimeoutError) as error:
            self._away_until = time.monotonic() + AGAIN_SECONDS
            log.warning("the read replica does not answer: the database itself is asked", error=repr(error))
            return None

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()
