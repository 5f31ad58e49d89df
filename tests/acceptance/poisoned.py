"""The command `cavalier` with poison in it: `python -m tests.acceptance.poisoned serve ...`.

A step of a job labelled "hangs" never ends. Sweeps share tables of some thousand states, which real ones hold in
memory.
"""

from __future__ import annotations

import time
from typing import Any

from cli.main import main
from engine.kinds import open_shard as door
from engine.kinds.running.shard_runner import Opener, Shard, ShardRunner
from engine.search.frontier import table_parts as parts

real_opener = door._opener


def hang(work: int) -> int:  # noqa: ARG001  as every step
    """Never return, whatever `work` is asked for."""
    while True:
        time.sleep(3600.0)


def opener(name: str) -> Opener:
    """Return the function that opens a shard, poisoned where its job asks for it."""
    open_it = real_opener(name)

    def open_shard(shard: Shard[Any]) -> ShardRunner:
        runner = open_it(shard)
        if shard.problem.spec.label == "hangs":
            runner.step = hang  # type: ignore[method-assign]  # the poison
        return runner

    return open_shard


if __name__ == "__main__":
    door._opener = opener  # type: ignore[assignment]  # a cache of the same
    parts.MAX_ALONE, parts.MAX_RECEIVED = 1 << 12, 1 << 13
    main()
