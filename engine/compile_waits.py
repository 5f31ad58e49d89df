"""Which threads wait for machine code to be made or loaded. Loads no numba: `engine.jit` tells."""

from __future__ import annotations

import threading
import time

ALL_COMPILED = "all-compiled"
"""The file in the cache folder that says that it holds every kernel."""

_begun: dict[int, list[float]] = {}


def begin() -> None:
    """Note that this thread wants machine code; calls may be nested."""
    _begun.setdefault(threading.get_ident(), []).append(time.monotonic())


def end() -> None:
    """Record that this thread's last `begin` is done."""
    thread = threading.get_ident()
    waits = _begun.get(thread)
    if waits:
        waits.pop()
    if not waits:
        _begun.pop(thread, None)


def waiting_seconds(thread: int) -> float:
    """Return for how long the thread of this number has been waiting; 0 where it is not."""
    waits = _begun.get(thread)
    return time.monotonic() - waits[0] if waits else 0.0
