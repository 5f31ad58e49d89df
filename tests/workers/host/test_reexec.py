"""A process with a thread that never ends restarts in place."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.processes import ending_with_us

SCRIPT = """
import sys, threading, time
from pathlib import Path
from workers.host.reexec import start_anew
mark = Path(sys.argv[1])
print(threading.active_count(), flush=True)
if not mark.exists():
    mark.touch()
    threading.Thread(target=time.sleep, args=(3600,)).start()
    start_anew()
"""


def test_a_hanging_thread_ends_with_the_old_image(tmp_path: Path) -> None:
    """The same command runs again under the same process number, with only one thread."""
    command = ending_with_us([sys.executable, "-c", SCRIPT, str(tmp_path / "mark")])
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)

    assert (done.returncode, done.stdout.split()) == (0, ["1", "1"])
