"""Notifications to workers that work is due. They are hints: the sweeper also finds unannounced work."""

from __future__ import annotations

from api.http.services import services

MAX_NOTIFIED = 2
"""Enough to start at once: each worker that commits a slice notifies another, and the sweeper those for the rest."""


def notify_workers(shards: int) -> None:
    """Send one notification for each of the `shards` that became due, at most MAX_NOTIFIED."""
    if shards > 0:
        services().gathering.notify(min(shards, MAX_NOTIFIED))
