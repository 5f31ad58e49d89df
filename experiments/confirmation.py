"""What second runs cost, and how soon they find a worker that errs: python -m experiments.confirmation [cost|found].

cost: the processor time of one job at several shares of slices that are run again. found: a worker whose every
hundredth slice is wrong commits slices until a second run tells, several times at each share, beside what arithmetic
says: of ten wrong slices in 1,000 none is drawn with the probability (1 - share)^10.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from engine.code_digest import own_code_digests, use_cache_folder
from engine.kinds.admission import plan_now
from engine.kinds.common.kind import Plan, ShardPlan
from engine.kinds.parse import parse_problem
from experiments.table import machine
from findings.setup import upgrade
from store.database.db import Database, open_database
from store.jobs.leases import Lease, claim
from store.jobs.lifecycle import get_job, submit
from store.jobs.slice_commit import SliceResult, commit
from store.models.operations import DistrustedWorker
from store.models.states import TERMINAL
from store.settings import Settings
from store.trust.rechecks import CheckResult, claim_recheck, finish_check

SHARES = (0.0, 0.01, 0.1, 1.0)
FOUND_SHARES = (0.01, 0.1, 0.3, 0.5, 1.0)
COSTLY = {"kind": "enumerate", "board": "5x6", "method": "backtrack", "starts": [[1, 1], [1, 2], [3, 3]]}
WALKS = {"kind": "sample", "board": "5x5", "method": "uniform", "rng": {"streams": 1}}
EACH = 100
"""One slice in this many is wrong."""

MAX_JOBS = 1000
RIGHT = SliceResult(b"state", b"", 1, 0.5, False, 0.0, 0.0)
WRONG = replace(RIGHT, checkpoint=b"stbte")


def main() -> None:
    """Print what was asked for, else both."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", nargs="?", choices=("cost", "found"))
    parser.add_argument("--times", type=int, default=20, help="that a worker errs at each share")
    asked = parser.parse_args()
    use_cache_folder(Path(tempfile.gettempdir()))
    print(machine(), flush=True)
    if asked.part != "found":
        _cost(1.0)  # loads kernels
        for share in SHARES:
            seconds, slices, confirmed = _cost(share)
            print(f"share {share:4}: {seconds:6.2f} s of a core, {slices} slices, {confirmed} run again", flush=True)
    if asked.part != "cost":
        for share in FOUND_SHARES:
            after = [_found_after(share) for _ in range(asked.times)]
            within = sum(number <= MAX_JOBS for number in after) / len(after)
            median = statistics.median(after)
            slices_text = f"{median:.0f}" if median <= MAX_JOBS else f"more than {MAX_JOBS}"
            expected = 1 - (1 - share) ** (MAX_JOBS / EACH)
            print(f"share {share:4}: found within {MAX_JOBS} slices {within:4.0%} of {asked.times} times (arithmetic")
            print(f"            {expected:6.1%}), median after {slices_text} slices", flush=True)


@contextmanager
def _database(**fields: float) -> Iterator[tuple[Settings, Database]]:
    with tempfile.TemporaryDirectory() as folder:
        settings = replace(Settings(data=Path(folder)), **fields)  # type: ignore[arg-type]
        upgrade(settings)
        database = open_database(settings)
        yield settings, database
        database.close()


def _cost(share: float) -> tuple[float, int, int]:
    """Return the processor seconds of the job, its slices and how many were run again."""
    from workers.local_worker import LocalWorker

    with _database(confirm_share=share, slice_seconds=0.2) as (settings, database):
        with database.writing() as session:
            job = submit(session, plan_now(parse_problem(COSTLY))).public_id
        worker, before = LocalWorker(settings, database, threads=1), time.process_time()
        worker.start()
        worker.notifier.notify()
        while True:
            worker.wait(0.5)
            with database.reading() as session:
                row = get_job(session, job)
                if row.state in TERMINAL:
                    break
        seconds = time.process_time() - before
        worker.stop()
        with database.reading() as session:
            slices = session.connection().exec_driver_sql("SELECT count(*) FROM slices").scalar_one()
        return seconds, slices, row.confirmed


def _found_after(share: float) -> int:
    """Let a worker err until it is found; return after how many slices, MAX_JOBS + 1 where it was not."""
    with _database() as (_, database):
        plan = Plan([ShardPlan(0, "endless", {"stream": 0, "units": 1})])
        with database.writing() as session:
            submit(session, replace(plan_now(parse_problem(WALKS)), plan=plan))
        for number in range(1, MAX_JOBS + 1):
            with database.writing() as session:
                lease = claim(session, "liar-1-a", own_code_digests(), 60.0)
                assert isinstance(lease, Lease)
                commit(session, lease, "liar-1-a", RIGHT if number % EACH else WRONG, share)
                check = claim_recheck(session, "honest-1-b", own_code_digests(), 60.0)
                while check is not None:  # a second run, and a third where it differs
                    judge = "honest-1-c"
                    finish_check(session, check, judge, CheckResult(result_digest=RIGHT.digest))
                    check = claim_recheck(session, "honest-1-c", own_code_digests(), 60.0)
                if session.get(DistrustedWorker, "liar-1-a") is not None:
                    return number
        return MAX_JOBS + 1


if __name__ == "__main__":
    main()
