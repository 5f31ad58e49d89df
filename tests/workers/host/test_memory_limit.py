"""A process that wants too much memory gets an error."""

from __future__ import annotations

import subprocess
import sys

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
    """Beyond the bound an allocation fails; by default a share of the machine's memory is the bound."""
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True)

    assert done.stdout.split() == ["refused", "True", "allowed"]
