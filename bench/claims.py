"""How long a claim and the commit of an empty slice take, by the number of shards of the job.

`python -m bench.claims [URL]`: on SQLite in a folder of its own, or on an empty database. The ratio of the times with
the most and the fewest shards is what matters: it should be about 1. Beside the clock stands the processor time of
this process, which others on the machine do not change; a PostgreSQL server's own is not in it.
"""

from __future__ import annotations

import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from engine.code_digest import own_code_digests
from engine.kinds.admission import plan_now
from engine.kinds.common.kind import Plan, ShardPlan
from engine.kinds.parse import parse_problem
from findings.setup import upgrade
from store.database.db import Database, open_database
from store.jobs.leases import Lease, SliceResult, claim, commit
from store.jobs.lifecycle import cancel, submit
from store.settings import Settings

SHARDS = (100, 10_000, 100_000)
SLICES = 200
SPECIFICATION = {"kind": "sample", "board": "5x5", "method": "uniform", "rng": {"streams": 1}}
EMPTY = SliceResult(b"state", b"", 1, 0.5, False, 0.0, 0.0)


def main() -> None:
    """Print a row for each number of shards, and the ratio."""
    with tempfile.TemporaryDirectory() as folder:
        url = sys.argv[1] if len(sys.argv) > 1 else ""
        settings = Settings(data=Path(folder), database_url=url)
        upgrade(settings)
        database = open_database(settings)
        seconds = {shards: measure(database, shards) for shards in SHARDS}
        database.close()
    for shards, (wall, cpu) in seconds.items():
        print(f"{shards:>7} shards: a claim and commit {1000 * wall:6.2f} ms, {1000 * cpu:6.2f} ms of processor time")
    most, fewest = seconds[SHARDS[-1]], seconds[SHARDS[0]]
    ratios = [f"{many / few:.2f}" for many, few in zip(most, fewest, strict=True)]
    print(f"ratio of {SHARDS[-1]} to {SHARDS[0]} shards: {ratios[0]}, {ratios[1]} of processor time")


def measure(database: Database, shards: int) -> tuple[float, float]:
    """Return the seconds of one claim and commit in a job of this many shards, by the clock and of the processor."""
    prepared = plan_now(parse_problem(SPECIFICATION))
    plan = Plan([ShardPlan(index, f"stream {index}", {"stream": 0, "units": 1}) for index in range(shards)])
    with database.writing() as session:
        job = submit(session, replace(prepared, plan=plan)).public_id
    begun, used = time.perf_counter(), time.process_time()
    for _ in range(SLICES):
        with database.writing() as session:
            lease = claim(session, "bench", own_code_digests(), 60.0)
        assert isinstance(lease, Lease)
        with database.writing() as session:
            commit(session, lease, "bench", EMPTY)
    taken = (time.perf_counter() - begun) / SLICES, (time.process_time() - used) / SLICES
    with database.writing() as session:
        cancel(session, job)
    return taken


if __name__ == "__main__":
    main()
