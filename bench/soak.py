"""A long run under constant trouble: workers on Redis and PostgreSQL, something killed every few seconds.

    python -m bench.soak [--job enumerate|sample] [--minutes 30] [--workers 3] [--populations 4000]

Runs a job undisturbed by one worker and then again by several while workers are killed with SIGKILL, Redis is flushed
and killed, and PostgreSQL crashes and restarts; prints what was done to it and whether both ended with the same digest.
The sampling job of 4,000 populations takes some four minutes of processor time each time.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from pathlib import Path
from typing import Any

from store.states import JobState
from tests.acceptance.service import Service, on_servers
from tests.servers import PostgresServer, RedisServer

PARTICLES = 16_384
JOBS: dict[str, dict[str, object]] = {
    "enumerate": {"kind": "enumerate", "board": "5x6", "method": "backtrack", "store": "all"},
    "sample": {"kind": "sample", "board": "8x8", "particles": PARTICLES, "store": {"first": 100}},
}
BETWEEN_SECONDS = (1.0, 5.0)
PATIENCE_SECONDS = 24 * 3600.0
ENVIRONMENT = {"CAVALIER_SLICE_SECONDS": "1", "CAVALIER_MAX_ATTEMPTS": "1000"}
"""Slices shorter than the time between two troubles, and no shard given up for its workers' deaths."""


def main() -> None:
    """Run both and compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30.0, help="of trouble, while the job lasts")
    parser.add_argument("--job", choices=JOBS, default="enumerate")
    parser.add_argument("--populations", type=int, default=4000, help="of the sampling job: its length")
    parser.add_argument("--workers", type=int, default=3, help="that share the disturbed run")
    arguments = parser.parse_args()
    job = JOBS[arguments.job]
    if arguments.job == "sample":
        job |= {"budget": {"walks": arguments.populations * PARTICLES}}
    calm, seconds, _ = run(job, workers=1, minutes=0.0)
    print(f"undisturbed, one worker: {seconds:.0f} s", flush=True)
    shaken, seconds, troubles = run(job, workers=arguments.workers, minutes=arguments.minutes)
    print(f"disturbed, {arguments.workers} workers: {seconds:.0f} s")
    print(", ".join(f"{name}: {times}" for name, times in sorted(troubles.items())))
    print("identical" if calm == shaken else f"DIFFERENT: {calm} and {shaken}")


def run(specification: dict[str, Any], *, workers: int, minutes: float) -> tuple[str, float, dict[str, int]]:
    """Run the job with so many minutes of trouble; return its digest, the seconds it took, what was done how often."""
    with (
        tempfile.TemporaryDirectory() as name,
        on_servers(Path(name), workers, ENVIRONMENT) as (service, redis, postgresql),
    ):
        begin = time.monotonic()
        job = service.submit(specification)
        troubles = disturb(service, redis, postgresql, job, minutes * 60)
        digest = service.finished_digest(job, PATIENCE_SECONDS)
        return digest, time.monotonic() - begin, troubles


def disturb(
    service: Service, redis: RedisServer, postgresql: PostgresServer, job: str, seconds: float
) -> dict[str, int]:
    """Kill, flush and restart at random while the job runs; return how often each was done."""
    chance = random.Random(1)
    actions = {"redis flushed": redis.flush, "redis killed": redis.restart, "postgresql crashed": postgresql.restart}
    done = dict.fromkeys(("worker killed", *actions), 0)
    end = time.monotonic() + seconds
    while time.monotonic() < end and service.job_state(job) != JobState.SUCCEEDED:
        time.sleep(chance.uniform(*BETWEEN_SECONDS))
        trouble = chance.choice(["worker killed", "worker killed", *actions])
        done[trouble] += 1
        if trouble in actions:
            actions[trouble]()
        else:
            service.kill(chance.randrange(len(service.processes)))
            service.start()
    return done


if __name__ == "__main__":
    main()
