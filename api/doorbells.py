"""Tell the workers that there is something to do. A hint: the sweeper finds what no ring announced."""

from __future__ import annotations

from api.context import services

MOST = 16
"""More rings than this help nobody: each worker that commits a slice rings again."""


def ring(shards: int) -> None:
    """Ring once for each of the `shards` that became due, within reason."""
    if shards > 0:
        services().doorbell.ring(min(shards, MOST))
