"""A bound on this process's memory: what wants more gets an error and ends, instead of the machine."""

from __future__ import annotations

import resource
from pathlib import Path

MEBIBYTE = 1 << 20
SHARE = 0.8
"""Of the machine's or the container's memory, where no other bound is set."""

CONTAINER = Path("/sys/fs/cgroup/memory.max")


def bound_memory(mebibytes: int) -> None:
    """Let this process have so much memory of its own, 0: a share of what there is; a smaller bound stays.

    Counted as the data of the process (writable and private, of all threads). Beyond it allocations fail, and the
    shard that asked for too much ends with that error.
    """
    wanted = mebibytes * MEBIBYTE or int(SHARE * _present())
    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    bound = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    resource.setrlimit(resource.RLIMIT_DATA, (bound, most))


def bound_in_words() -> str:
    """Return this process's bound, such as "2048 MiB"."""
    bound, _ = resource.getrlimit(resource.RLIMIT_DATA)
    return f"{(_present() if bound == resource.RLIM_INFINITY else bound) // MEBIBYTE} MiB"


def _present() -> int:
    """Return the memory of the machine, or of the container where that is less."""
    pages = Path("/proc/meminfo").read_text().split()
    machine = int(pages[pages.index("MemTotal:") + 1]) * 1024
    limit = CONTAINER.read_text().strip() if CONTAINER.exists() else "max"
    return machine if limit == "max" else min(machine, int(limit))
