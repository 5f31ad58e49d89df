"""Notifiers, which make workers look for due work: the interface, one without a broker, and one for bursts."""

from __future__ import annotations

import threading
import time
from typing import Protocol

GATHER_SECONDS = 0.02


class Notifier(Protocol):
    """Sends empty messages; a lost one only delays work until the next sweep."""

    def notify(self, times: int = 1) -> bool:
        """Send `times` notifications; return whether they will be delivered."""


class LocalNotifier:
    """Notifications within one process: a counter on which its threads wait.

    most: the number of threads. More notifications are useless: a running thread goes on until nothing is due.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._pending = 0
        self._changed = threading.Condition()

    def notify(self, times: int = 1) -> bool:
        """Wake `times` threads."""
        with self._changed:
            self._pending = min(self._pending + times, self._most)
            self._changed.notify(times)
        return True

    def wait(self) -> None:
        """Return at the next notification."""
        with self._changed:
            self._changed.wait_for(lambda: self._pending)
            self._pending -= 1


class GatheringNotifier:
    """Combines the notifications of a burst: sending one takes about as long as storing a job.

    The first call sends at once. Calls in the next `GATHER_SECONDS` are combined: at the end of that time, the
    largest `times` among them is sent.
    """

    def __init__(self, notifier: Notifier) -> None:
        self._notifier = notifier
        self._lock = threading.Lock()
        self._waiting = 0
        self._closed_until = 0.0

    def notify(self, times: int = 1) -> bool:
        """Send `times` notifications, now or soon; return whether delivery is expected."""
        with self._lock:
            left = self._closed_until - time.monotonic()
            if left <= 0 and not self._waiting:
                self._closed_until = time.monotonic() + GATHER_SECONDS
            else:
                begins, self._waiting = not self._waiting, max(self._waiting, times)
                if begins and times:
                    timer = threading.Timer(max(0.0, left), self._send)
                    timer.daemon = True
                    timer.start()
                return True
        return self._notifier.notify(times)

    def _send(self) -> None:
        with self._lock:
            times, self._waiting = self._waiting, 0
            self._closed_until = time.monotonic() + GATHER_SECONDS
        self._notifier.notify(times)
