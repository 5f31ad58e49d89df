"""A process that exceeds its memory limit gets an error."""

from __future__ import annotations

import errno
import subprocess
import sys

import pytest

from workers.host.memory_limit import is_machine_short
from workers.shortages import is_shortage

SCRIPT = """
import numpy as np
from workers.host.memory_limit import bound_memory
bound_memory(400)
kept = np.ones(10 << 20)
try:
    np.ones(100 << 20)
except MemoryError:
    print("refused", kept.sum() == 10 << 20)
bound_memory(0)
np.ones(40 << 20)
print("allowed")
"""


def test_what_wants_more_is_refused_and_the_rest_goes_on() -> None:
    """An allocation beyond the limit fails; the default limit is a share of the machine's memory."""
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True)

    assert done.stdout.split() == ["refused", "True", "allowed"]


SHORT = """
import resource
from workers.host.memory_limit import bound_in_words, is_machine_short
resource.setrlimit(resource.RLIMIT_DATA, (4 << 30, 4 << 30))
print(bound_in_words(), is_machine_short())
resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
print(bound_in_words(), is_machine_short())
resource.setrlimit(resource.RLIMIT_AS, (1 << 20, 2 << 30))
print(is_machine_short())
"""


def test_a_limit_that_is_met_is_no_shortage_of_the_machine() -> None:
    """The lower of the two limits applies and is named."""
    done = subprocess.run([sys.executable, "-c", SHORT], capture_output=True, text=True, check=True)

    assert done.stdout.splitlines() == ["4096 MiB False", "2048 MiB False", "False"]


def test_memory_that_the_limits_allow_and_the_machine_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory may be refused within the limits, as by a system without overcommitment."""

    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.ENOMEM, "Cannot allocate memory")

    monkeypatch.setattr("workers.host.memory_limit.mmap.mmap", refuse)
    assert is_machine_short()
    assert is_shortage(MemoryError())
    assert not is_shortage(ValueError())
