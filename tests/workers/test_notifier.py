"""The notifier within one process."""

from __future__ import annotations

import threading

import pytest

from workers.notifier import GatheringNotifier, LocalNotifier


def test_every_ring_lets_one_wait_end() -> None:
    """Each notification ends one wait, even if it came before the wait."""
    notifier = LocalNotifier(2)
    assert notifier.notify(2)
    assert notifier.notify(0)
    notifier.wait()
    notifier.wait()
    assert notifier.notify()
    notifier.wait()


def test_no_more_waits_end_than_there_are_threads() -> None:
    """No more waits end than there are threads, since each thread looks for all due work."""
    notifier = LocalNotifier(2)
    assert notifier.notify(16)
    notifier.wait()
    notifier.wait()
    late = threading.Thread(target=notifier.wait, daemon=True)
    late.start()
    late.join(0.1)
    assert late.is_alive()
    notifier.notify()
    late.join(60.0)
    assert not late.is_alive()


class Recorder:
    """A notifier that records its calls and sets `again` from the second call on."""

    def __init__(self) -> None:
        self.sent: list[int] = []
        self.again = threading.Event()

    def notify(self, times: int = 1) -> bool:
        """Record the call."""
        self.sent.append(times)
        if len(self.sent) > 1:
            self.again.set()
        return False


def test_a_burst_is_sent_in_two(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a burst the first notification is sent at once, and one for all others at its end."""
    monkeypatch.setattr("workers.notifier.GATHER_SECONDS", 0.5)
    recorder = Recorder()
    notifier = GatheringNotifier(recorder)

    assert not notifier.notify()
    assert all(notifier.notify(times) for times in (1, 0, 2, 1))

    assert recorder.sent == [1]
    assert recorder.again.wait(60.0)
    assert recorder.sent == [1, 2]


def test_afterwards_it_is_sent_at_once_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """After the burst, notifications are sent at once again."""
    monkeypatch.setattr("workers.notifier.GATHER_SECONDS", 0.0)
    recorder = Recorder()
    notifier = GatheringNotifier(recorder)

    for times in (1, 3):
        notifier.notify(times)

    assert recorder.sent == [1, 3]
