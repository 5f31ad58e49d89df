"""The PostgreSQL engine, configured so that a vanished machine cannot block others.

 A machine that loses power closes nothing. This side detects that by connection options. The server does by session
settings that end the transactions of a vanished client and free its locks.
"""

from __future__ import annotations

from math import ceil

from sqlalchemy import Engine, create_engine, make_url

from store.settings import Pool, Timeouts

ONE_SNAPSHOT = {"isolation_level": "REPEATABLE READ"}
"""By default every PostgreSQL statement sees the newest commits; this gives the transaction one snapshot."""

PROBES = 3


def reading_engine(url: str, patience: Timeouts, pool: Pool) -> Engine:
    """Return an engine for reading; idle transactions are allowed, as a long response may be under way."""
    return _engine(url, patience, pool, {})


def writing_engine(url: str, patience: Timeouts, pool: Pool) -> Engine:
    """Return an engine for writing; idle transactions are ended, as they may hold locks."""
    return _engine(url, patience, pool, {"idle_in_transaction_session_timeout": _milliseconds(patience.idle_seconds)})


def _engine(url: str, patience: Timeouts, pool: Pool, more: dict[str, int]) -> Engine:
    """Return an engine; options in the URL take precedence."""
    given = make_url(url).query
    arguments = {name: value for name, value in _connection(patience).items() if name not in given}
    session = " ".join(f"-c {name}={value}" for name, value in (_session(patience) | more).items())
    arguments["options"] = f"{session} {given.get('options', '')}".strip()
    kept = {"pool_size": pool.size, "max_overflow": pool.overflow}
    return create_engine(url, connect_args=arguments, pool_pre_ping=True, **kept)


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
