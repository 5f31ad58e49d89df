"""End child processes with their parent, however it ends."""

from __future__ import annotations

import os
import signal
import threading
import time

LOOK_SECONDS = 0.25


def end_with(parent: int) -> None:
    """Send this process SIGTERM soon after its `parent` is gone, even by SIGKILL."""
    threading.Thread(target=_watch, args=(parent,), name="parent", daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOK_SECONDS)
    os.kill(os.getpid(), signal.SIGTERM)
