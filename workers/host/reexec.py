"""The way out where a thread hangs in code that nothing can interrupt: the process begins anew, without it."""

from __future__ import annotations

import os
import sys
from typing import NoReturn


def start_anew() -> NoReturn:
    """Put a fresh start of the same command in this process's place; every thread ends, locks and sockets are closed.

    What was not committed is lost and will be done again, as after a kill.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])  # nosec B606  # noqa: S606  our own command line
