"""A long run under constant trouble: three workers on Redis and PostgreSQL, something killed every few seconds.

    python -m bench.soak [--minutes 30]

Runs a job undisturbed and then again while workers are killed with SIGKILL, Redis is flushed and killed, and
PostgreSQL crashes and restarts; prints what was done to it and whether both ended with the same digest.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from pathlib import Path

from store.states import JobState
from tests.acceptance.service import Service, on_servers
from tests.servers import PostgresServer, RedisServer

SPECIFICATION = {"kind": "enumerate", "board": "5x6", "method": "backtrack", "store": "all"}
BETWEEN_SECONDS = (1.0, 5.0)
PATIENCE_SECONDS = 24 * 3600.0


def main() -> None:
    """Run both and compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30.0, help="of trouble, while the job lasts")
    minutes = parser.parse_args().minutes
    calm, _ = run(0.0)
    shaken, troubles = run(minutes)
    print(", ".join(f"{name}: {times}" for name, times in sorted(troubles.items())))
    print("identical" if calm == shaken else f"DIFFERENT: {calm} and {shaken}")


def run(minutes: float) -> tuple[str, dict[str, int]]:
    """Run the job with so many minutes of trouble; return its digest and what was done how often."""
    with tempfile.TemporaryDirectory() as name, on_servers(Path(name), workers=3) as (service, redis, postgresql):
        job = service.submit(SPECIFICATION)
        troubles = disturb(service, redis, postgresql, job, minutes * 60)
        return service.finished_digest(job, PATIENCE_SECONDS), troubles


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
