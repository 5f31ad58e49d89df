"""What tells a worker to look for due work: any notifier, and the one that needs no broker."""

from __future__ import annotations

import threading
from typing import Protocol


class Notifier(Protocol):
    """Sends messages without content; a lost one only delays work until the sweeper's next round."""

    def notify(self, times: int = 1) -> bool:
        """Send `times` notifications; return whether they will be delivered."""


class LocalNotifier:
    """Notifications within one process: a counter that its threads wait at."""

    def __init__(self) -> None:
        self._pending = threading.Semaphore(0)

    def notify(self, times: int = 1) -> bool:
        """Let `times` threads go on."""
        if times > 0:
            self._pending.release(times)
        return True

    def wait(self) -> None:
        """Return at the next notification."""
        self._pending.acquire()
