"""The notifier of one process."""

from __future__ import annotations

from workers.notifier import LocalNotifier


def test_every_ring_lets_one_wait_end() -> None:
    """Notifications are counted, also while nobody waits; none of them changes nothing."""
    notifier = LocalNotifier()
    assert notifier.notify(2)
    assert notifier.notify(0)
    notifier.wait()
    notifier.wait()
    assert notifier.notify()
    notifier.wait()
