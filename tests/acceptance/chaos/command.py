"""The command `cavalier` with small tables: `python -m tests.acceptance.chaos.command serve ...`.

Sweeps share tables of some hundred states through files, and checkpoints of some KiB go to files; real ones stay in
memory and in rows. A job of a second thus does all that a job of days does. Jobs' files may take all but a MiB of the
disk, which is small. The clock may be set wrong.
"""

from __future__ import annotations

from cli.main import main
from engine.kinds.running import checkpoint_files as spill
from engine.search.frontier import table_parts as parts
from tests.acceptance.chaos.clock import follow
from workers.files import folder

MOST_ALONE, MOST_RECEIVED, LARGE, LEFT_FREE = 300, 1000, 1 << 12, 1 << 20


def shrink() -> None:
    """Make tables, rows and the reserve of the disk small in this process."""
    parts.MAX_ALONE, parts.MAX_RECEIVED, spill.MIN_FILE_BYTES = MOST_ALONE, MOST_RECEIVED, LARGE
    folder.LEFT_FREE = LEFT_FREE


def run() -> None:
    """Run the command with the arguments of this process."""
    shrink()
    follow()
    main()


if __name__ == "__main__":
    run()
