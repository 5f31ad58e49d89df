"""Timestamps in files and views: the database keeps seconds since 1970, texts use RFC 3339."""

from __future__ import annotations

from datetime import UTC, datetime


def iso_time(seconds: float) -> str:
    """Return the time to the microsecond, in UTC: 2026-11-20T12:00:00.000000Z."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
