"""A process that compiles all kernels: python -m workers.warm_up.process PARENT. It ends with the process PARENT.

One process per machine works at a time; a waiting process has loaded next to nothing.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import sys
import tempfile
from pathlib import Path
from typing import NoReturn

from workers.host.exit_with_parent import end_with

LOCK = "compiling.lock"
LOW_PRIORITY = 15


def compile_alone() -> None:
    """Compile what is missing, once no other process does."""
    kernels = Path(os.environ["NUMBA_CACHE_DIR"])
    kernels.mkdir(parents=True, exist_ok=True)
    with (kernels / LOCK).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        from store.logs import configure_logs  # noqa: PLC0415  not before it is our turn
        from store.settings import Settings  # noqa: PLC0415  as above
        from workers.warm_up.compile import compile_kernels, kernels_compiled  # noqa: PLC0415  as above

        configure_logs(Settings())
        if not kernels_compiled():
            compile_kernels(lambda _done, _of: None)


def main() -> None:
    """Compile until done or until the parent process is gone; remove all scratch files."""
    os.nice(LOW_PRIORITY)
    tempfile.tempdir = scratch = tempfile.mkdtemp(prefix="cavalier-kernels-")

    def end(*_: object) -> NoReturn:
        shutil.rmtree(scratch, ignore_errors=True)
        os._exit(1)

    signal.signal(signal.SIGTERM, end)
    end_with(int(sys.argv[1]))
    compile_alone()
    shutil.rmtree(scratch, ignore_errors=True)


if __name__ == "__main__":
    main()
