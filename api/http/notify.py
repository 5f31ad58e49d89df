"""Tell the workers that there is something to do. A hint: the sweeper finds what no message announced."""

from __future__ import annotations

from api.http.services import services

MAX_NOTIFIED = 2
"""Enough to start at once: each worker that commits a slice notifies another, and the sweeper those for the rest."""


def notify_workers(shards: int) -> None:
    """Send one notification for each of the `shards` that became due, within reason."""
    if shards > 0:
        services().gathering.notify(min(shards, MAX_NOTIFIED))
