"""Restart of this process: the way out if a thread hangs in uninterruptible code."""

from __future__ import annotations

import os
import sys
from typing import NoReturn


def start_anew() -> NoReturn:
    """Replace this process by a fresh start of its command; all threads, locks and sockets end.

    Uncommitted work is lost and will be redone, as after a kill.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])  # nosec B606  # noqa: S606  our own command line
