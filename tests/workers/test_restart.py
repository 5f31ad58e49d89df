"""A process with a thread that never ends begins anew in place."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SCRIPT = """
import sys, threading, time
from pathlib import Path
from workers.restart import start_anew
mark = Path(sys.argv[1])
print(threading.active_count(), flush=True)
if not mark.exists():
    mark.touch()
    threading.Thread(target=time.sleep, args=(3600,)).start()
    start_anew()
"""


def test_a_hanging_thread_ends_with_the_old_image(tmp_path: Path) -> None:
    """The same command with the same arguments runs again under the same process number, with one thread."""
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(tmp_path / "mark")], stdout=subprocess.PIPE, text=True
    )
    out, _ = process.communicate(timeout=60)

    assert (process.returncode, out.split()) == (0, ["1", "1"])
