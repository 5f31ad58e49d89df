"""The bell of one process."""

from __future__ import annotations

from workers.bell import LocalBell


def test_every_ring_lets_one_wait_end() -> None:
    """Rings are counted, also while nobody waits; no ring is one that changes nothing."""
    bell = LocalBell()
    assert bell.ring(2)
    assert bell.ring(0)
    bell.wait()
    bell.wait()
    assert bell.ring()
    bell.wait()
