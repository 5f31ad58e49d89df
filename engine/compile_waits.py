"""Which threads wait for machine code to be made or loaded. Loads no numba; `engine.jit` reports the waits."""

from __future__ import annotations

import threading
import time

ALL_COMPILED = "all-compiled"
"""The file that marks a cache folder as containing every kernel."""

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
    """Return how many seconds the thread with this number has been waiting; 0 if it is not."""
    waits = _begun.get(thread)
    return time.monotonic() - waits[0] if waits else 0.0
