"""The command `cavalier` with small tables: `python -m tests.acceptance.chaos.command serve ...`.

Sweeps share tables of some hundred states through files, and checkpoints of some KiB go to files, which real ones hold
in memory and in rows: so that a job of a second does all that one of days does. The clock may be told to be wrong.
"""

from __future__ import annotations

from cli.main import main
from engine.kinds.running import checkpoint_files as spill
from engine.search.frontier import table_parts as parts
from tests.acceptance.chaos.clock import follow

MOST_ALONE, MOST_RECEIVED, LARGE = 300, 1000, 1 << 12


def shrink() -> None:
    """Make tables and rows small in this process."""
    parts.MAX_ALONE, parts.MAX_RECEIVED, spill.LARGE = MOST_ALONE, MOST_RECEIVED, LARGE


def run() -> None:
    """Be the command, with the arguments of this process."""
    shrink()
    follow()
    main()


if __name__ == "__main__":
    run()
