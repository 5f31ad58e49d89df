"""Processes that end with their parent."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

from tests.processes import alive
from tests.servers import wait_until

CHILD = (
    "import os, sys, time; from workers.host.exit_with_parent import end_with; "
    "end_with(int(sys.argv[1])); time.sleep(600)"
)
PARENT = f"""
import os, subprocess, sys
print(subprocess.Popen([sys.executable, "-c", {CHILD!r}, str(os.getpid())]).pid, flush=True)
input()
"""


def test_a_child_ends_with_its_killed_parent() -> None:
    """A child ends with its parent, however the parent ends, and not before."""
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", PARENT], stdin=pipe, stdout=pipe, text=True) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        try:
            assert alive(child)
            parent.send_signal(signal.SIGKILL)
            parent.wait()
            wait_until(lambda: not alive(child), "the child has ended")
        finally:
            if alive(child):
                os.kill(child, signal.SIGKILL)
