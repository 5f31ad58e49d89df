"""A memory limit for this process, so that excess allocations fail in it instead of exhausting the machine."""

from __future__ import annotations

import resource
from pathlib import Path

MEBIBYTE = 1 << 20
SHARE = 0.8
"""Default limit as a share of the machine's or the container's memory."""

CONTAINER = Path("/sys/fs/cgroup/memory.max")


def bound_memory(mebibytes: int) -> None:
    """Limit this process's memory in MiB, 0: a share of what there is; never raise a lower limit.

     Counted are the process's data (writable and private, of all threads). Beyond the limit allocations fail, and so
    does the shard that made them.
    """
    size = mebibytes * MEBIBYTE or int(SHARE * _present())
    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    bound = size if most == resource.RLIM_INFINITY else min(size, most)
    resource.setrlimit(resource.RLIMIT_DATA, (bound, most))


def bound_in_words() -> str:
    """Return this process's limit, such as "2048 MiB"."""
    bound, _ = resource.getrlimit(resource.RLIMIT_DATA)
    return f"{(_present() if bound == resource.RLIM_INFINITY else bound) // MEBIBYTE} MiB"


def _present() -> int:
    """Return the memory of the machine, or of the container if that is less."""
    pages = Path("/proc/meminfo").read_text().split()
    machine = int(pages[pages.index("MemTotal:") + 1]) * 1024
    limit = CONTAINER.read_text().strip() if CONTAINER.exists() else "max"
    return machine if limit == "max" else min(machine, int(limit))
