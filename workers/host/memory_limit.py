"""A memory limit for this process, so that excess allocations fail in it instead of exhausting the machine."""

from __future__ import annotations

import mmap
import resource
from contextlib import suppress
from pathlib import Path

MEBIBYTE = 1 << 20
SHARE = 0.8
"""Default limit as a share of the machine's or the container's memory."""

CONTAINER = Path("/sys/fs/cgroup/memory.max")
SLACK = 64 * MEBIBYTE
"""Bytes that other threads may take while we look."""


def bound_memory(mebibytes: int) -> None:
    """Limit this process's memory to `mebibytes`, 0: SHARE of the machine's; never raise a lower limit.

    The limit counts the process's data (writable and private, of all threads). Beyond it allocations fail, and so does
    the shard that made them.
    """
    size = mebibytes * MEBIBYTE or int(SHARE * _present())
    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    bound = size if most == resource.RLIM_INFINITY else min(size, most)
    resource.setrlimit(resource.RLIMIT_DATA, (bound, most))


def bound_in_words() -> str:
    """Return this process's limit, such as "2048 MiB"."""
    return f"{min(_limits().values(), default=_present()) // MEBIBYTE} MiB"


def is_machine_short() -> bool:
    """Whether the machine refuses memory that this process's limits still allow; more may be free later."""
    used = _usage()
    left = min([_present() - used["VmData"], *(limit - used[name] for name, limit in _limits().items())]) - SLACK
    if left <= 0:
        return False
    with suppress(OSError):
        mmap.mmap(-1, left, flags=mmap.MAP_PRIVATE).close()
        return False
    return True


def _limits() -> dict[str, int]:
    """Return the limits set, in bytes, by the line of /proc/self/status that counts towards each."""
    soft = {"VmData": resource.RLIMIT_DATA, "VmSize": resource.RLIMIT_AS}
    found = {name: resource.getrlimit(kind)[0] for name, kind in soft.items()}
    return {name: limit for name, limit in found.items() if limit != resource.RLIM_INFINITY}


def _usage() -> dict[str, int]:
    """Return the memory figures of this process in /proc/self/status, in bytes, by line."""
    lines = (line.split() for line in Path("/proc/self/status").read_text().splitlines())
    return {words[0].rstrip(":"): int(words[1]) * 1024 for words in lines if words[-1] == "kB"}


def _present() -> int:
    """Return the memory of the machine, or of the container if that is less."""
    pages = Path("/proc/meminfo").read_text().split()
    machine = int(pages[pages.index("MemTotal:") + 1]) * 1024
    limit = CONTAINER.read_text().strip() if CONTAINER.exists() else "max"
    return machine if limit == "max" else min(machine, int(limit))
