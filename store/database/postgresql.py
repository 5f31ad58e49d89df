"""The engine for PostgreSQL, on which no machine that vanishes may keep the others waiting.

A machine that loses power sends no goodbye. Whoever waits for it must give up by himself: this side by connection
options, the server by the session's own settings, which end what a vanished client has left open and free its locks.
"""

from __future__ import annotations

from math import ceil

from sqlalchemy import Engine, create_engine, make_url

from store.settings import Pool, Timeouts

ONE_SNAPSHOT = {"isolation_level": "REPEATABLE READ"}
"""On PostgreSQL every statement sees what is committed by then, unless the transaction asks for one state."""

PROBES = 3


def reading_engine(url: str, patience: Timeouts, pool: Pool) -> Engine:
    """Return an engine for reading: a transaction may rest while a long answer is on its way to somebody."""
    return _engine(url, patience, pool, {})


def writing_engine(url: str, patience: Timeouts, pool: Pool) -> Engine:
    """Return an engine for writing: a transaction that rests may hold locks, and is ended."""
    return _engine(url, patience, pool, {"idle_in_transaction_session_timeout": _milliseconds(patience.idle_seconds)})


def _engine(url: str, patience: Timeouts, pool: Pool, more: dict[str, int]) -> Engine:
    """Return an engine; options that the URL itself gives go first."""
    given = make_url(url).query
    arguments = {name: value for name, value in _connection(patience).items() if name not in given}
    session = " ".join(f"-c {name}={value}" for name, value in (_session(patience) | more).items())
    arguments["options"] = f"{session} {given.get('options', '')}".strip()
    kept = {"pool_size": pool.size, "max_overflow": pool.overflow}
    return create_engine(url, connect_args=arguments, pool_pre_ping=True, **kept)


def _connection(patience: Timeouts) -> dict[str, int | str]:
    """Return libpq's options for this end: a server that is silent for so long is taken to be gone."""
    return {
        "connect_timeout": max(2, ceil(patience.network_seconds / 2)),
        "keepalives": 1,
        "keepalives_idle": _probe_seconds(patience),
        "keepalives_interval": _probe_seconds(patience),
        "keepalives_count": PROBES,
        "tcp_user_timeout": _milliseconds(patience.network_seconds),
    }


def _session(patience: Timeouts) -> dict[str, int]:
    """Return settings for the server's end of the connection."""
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
