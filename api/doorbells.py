"""Tell the workers that there is something to do. A hint: the sweeper finds what no ring announced."""

from __future__ import annotations

from api.context import services

MOST = 2
"""Enough to start at once: each worker that commits a slice rings again, and the sweeper rings for the rest."""


def ring(shards: int) -> None:
    """Ring once for each of the `shards` that became due, within reason."""
    if shards > 0:
        services().doorbell.ring(min(shards, MOST))
