"""What tells a worker to look for due work: any bell, and the one that needs no broker."""

from __future__ import annotations

import threading
from typing import Protocol


class Bell(Protocol):
    """Rings without content; a lost ring only delays work until the sweeper's next round."""

    def ring(self, times: int = 1) -> bool:
        """Send `times` rings; return whether they will be heard."""


class LocalBell:
    """Rings within one process: a counter that its threads wait at."""

    def __init__(self) -> None:
        self._rings = threading.Semaphore(0)

    def ring(self, times: int = 1) -> bool:
        """Let `times` threads go on."""
        if times > 0:
            self._rings.release(times)
        return True

    def wait(self) -> None:
        """Return at the next ring."""
        self._rings.acquire()
