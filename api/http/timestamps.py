"""Points in time: the database keeps seconds since 1970, documents say RFC 3339."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import overload


@overload
def moment(seconds: float) -> datetime: ...
@overload
def moment(seconds: None) -> None: ...
def moment(seconds: float | None) -> datetime | None:
    """Return the point in time, in UTC."""
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC)
