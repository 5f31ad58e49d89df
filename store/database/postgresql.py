"""The PostgreSQL engine, configured so that a vanished machine cannot block others.

A machine that loses power closes no connections. Connection options let this side detect that. Session settings let
the server detect it, end the transactions of a vanished client and free its locks.
"""

from __future__ import annotations

import time
from math import ceil
from typing import Any

from sqlalchemy import Engine, create_engine, event, make_url
from sqlalchemy.exc import DisconnectionError

from store.database.bulk_insert import send_packed_arrays
from store.database.together import end_pipelines
from store.settings import Pool, Timeouts

ONE_SNAPSHOT = {"isolation_level": "REPEATABLE READ"}
"""By default every PostgreSQL statement sees the newest commits; this gives the transaction one snapshot."""

PROBES = 3


def reading_engine(url: str, patience: Timeouts, pool: Pool) -> Engine:
    """Return an engine for reading; idle transactions are allowed, as a long response may be under way."""
    return _engine(url, patience, pool, {}, pool_pre_ping=True)


def writing_engine(url: str, patience: Timeouts, pool: Pool) -> Engine:
    """Return an engine for writing; idle transactions are ended, as they may hold locks."""
    more = {"idle_in_transaction_session_timeout": _milliseconds(patience.idle_seconds)}
    engine = _engine(url, patience, pool, more)
    _ping_rested(engine, patience.network_seconds)
    end_pipelines(engine)
    return engine


def _ping_rested(engine: Engine, seconds: float) -> None:
    """Test a connection before use only if it was idle for this long, as each test is a round trip."""

    def note(_connection: object, record: Any) -> None:  # noqa: ANN401  the pool's
        record.info["used"] = time.monotonic()

    def check(connection: Any, record: Any, _proxy: object) -> None:  # noqa: ANN401  the driver's, the pool's
        if time.monotonic() - record.info.get("used", time.monotonic()) < seconds:
            return
        try:
            engine.dialect.do_ping(connection)
        except engine.dialect.loaded_dbapi.Error as error:
            raise DisconnectionError from error  # the pool makes another

    event.listen(engine, "checkin", note)
    event.listen(engine, "checkout", check)


def _engine(url: str, patience: Timeouts, pool: Pool, more: dict[str, int], **how: bool) -> Engine:
    """Return an engine; options in the URL take precedence."""
    given = make_url(url).query
    arguments = {name: value for name, value in _connection(patience).items() if name not in given}
    session = " ".join(f"-c {name}={value}" for name, value in (_session(patience) | more).items())
    arguments["options"] = f"{session} {given.get('options', '')}".strip()
    send_packed_arrays()
    return create_engine(url, connect_args=arguments, pool_size=pool.size, max_overflow=pool.overflow, **how)


def _connection(patience: Timeouts) -> dict[str, int | str]:
    """Return libpq's options for this end: timeouts after which a silent server counts as gone."""
    return {
        "connect_timeout": max(2, ceil(patience.network_seconds / 2)),
        "keepalives": 1,
        "keepalives_idle": _probe_seconds(patience),
        "keepalives_interval": _probe_seconds(patience),
        "keepalives_count": PROBES,
        "tcp_user_timeout": _milliseconds(patience.network_seconds),
    }


def _session(patience: Timeouts) -> dict[str, int]:
    """Return the session settings for the server's end."""
    return {
        "lock_timeout": _milliseconds(patience.lock_seconds),
        "statement_timeout": _milliseconds(patience.statement_seconds),
        "tcp_keepalives_idle": _probe_seconds(patience),
        "tcp_keepalives_interval": _probe_seconds(patience),
        "tcp_keepalives_count": PROBES,
        "tcp_user_timeout": _milliseconds(patience.network_seconds),
        "client_connection_check_interval": _milliseconds(patience.network_seconds),
    }


def _probe_seconds(patience: Timeouts) -> int:
    return max(1, int(patience.network_seconds / (PROBES + 1)))


def _milliseconds(seconds: float) -> int:
    return round(seconds * 1000)
