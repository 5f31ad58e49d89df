"""Faults of every kind over jobs of every kind: what is lost, doubled or wrong, and how long recovery takes.

    python -m experiments.chaos [--database sqlite|postgresql] [--faults 1000] [--seed 1] [--short]

Equal jobs run undisturbed first. Then processes are killed and stopped, Redis and PostgreSQL killed, files of sweeps
damaged, clocks set, lines cut; which, when and on what job is drawn by the seed. At the end each job must have
succeeded with the digest of the undisturbed one, and `cavalier audit` must find nothing. PostgreSQL, Redis and the
machines (network namespaces, root's right) are the bench's own. Interrupted, it lets no more faults come and judges
those that came; interrupted again it prints what it has.
"""

from __future__ import annotations

import argparse
import math
import os
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path
from threading import Event

from engine.code_digest import use_cache_folder
from experiments.table import machine

SHORT = 25


def main() -> int:
    """Print the table; return 1 where anything is not as it should be."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), help="by default both")
    parser.add_argument("--faults", type=int, default=1000)
    parser.add_argument("--minutes", type=float, default=math.inf, help="after which no more faults come")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--short", action="store_true", help=f"{SHORT} faults")
    parser.add_argument(
        "--folder", help="new folder for databases and logs, which stays; else only where all is not well"
    )
    parser.add_argument("--loud", action="store_true", help="tell each fault as it comes")
    asked = parser.parse_args()
    os.environ.setdefault("XDG_CACHE_HOME", str(Path.home() / ".cache"))
    use_cache_folder(Path(os.environ["XDG_CACHE_HOME"]) / "cavalier")
    from tests.acceptance.chaos.jobs import JOBS
    from tests.acceptance.chaos.nursery import Nursery
    from tests.acceptance.chaos.run import Plan, Report, chaos, undisturbed
    from tests.acceptance.chaos.sites import SITES

    enough = _enough()
    print(machine(), flush=True)
    folder = Path(asked.folder or Path(tempfile.mkdtemp(prefix="cavalier-chaos-")) / "all")
    nursery = Nursery(_make_source(folder) / "nursery.log")
    good = False
    try:
        expected_result = undisturbed(_make_source(folder / "undisturbed"), nursery, list(JOBS))
        print(f"{len(expected_result)} jobs undisturbed; databases and logs in {folder}", flush=True)
        reports = []
        for database in (asked.database,) if asked.database else sorted(SITES, reverse=True):
            begin = time.monotonic()
            plan = Plan(database, SHORT if asked.short else asked.faults, asked.seed, asked.minutes, asked.loud, enough)
            reports.append(report := Report())
            try:
                chaos(plan, _make_source(folder / database), nursery, expected_result, report)
            finally:
                minutes = (time.monotonic() - begin) / 60
                load = ", ".join(f"{part:.1f}" for part in os.getloadavg())
                heading = f"{database}, seed {asked.seed}: {minutes:.0f} min; load {load}"
                print(
                    f"\n{heading}; {time.strftime('%F %R UTC', time.gmtime())}", *report.lines(), sep="\n", flush=True
                )
        good = not any(report.bad for report in reports)
    finally:
        nursery.close()
        if good and not asked.folder:
            shutil.rmtree(folder.parent)
    return 0 if good else 1


def _enough() -> Event:
    """Return the event of a first interrupt; a second one ends the process at once."""
    enough = Event()

    def ask(*_: object) -> None:
        if enough.is_set():
            raise KeyboardInterrupt
        enough.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, ask)
    return enough


def _make_source(folder: Path) -> Path:
    folder.mkdir(parents=True)
    return folder


if __name__ == "__main__":
    sys.exit(main())
