"""How long a POST of any job takes: it plans the job only if that takes no more than a moment.

    python -m experiments.posting

Each job is submitted several times to an embedded service whose worker is idle; the longest time counts. The request's
processor time, which other processes distort less, is printed beside it.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from api.app import create_app
from experiments.table import Row, print_rows
from findings.setup import upgrade
from store.database.db import open_database
from store.settings import Settings

TIMES = 5
TARGET_SECONDS = 0.2
SEARCH: dict[str, Any] = {"kind": "enumerate"}
TESTS = {"kind": "test-generator", "generator": "pcg64dxsm", "trials": 65_536, "streams": 65_536}
JOBS: dict[str, dict[str, Any]] = {
    "all tours of 6x6": SEARCH | {"board": "6x6", "method": "backtrack"},
    "8x8": SEARCH | {"board": "8x8"},
    "20x20": SEARCH | {"board": "20x20"},
    "20x20, all ties": SEARCH | {"board": "20x20", "method": "warnsdorff"},
    "1x100000000": SEARCH | {"board": "1x100000000"},
    "2x50000000": SEARCH | {"board": "2x50000000"},
    "1000x1000 by ends": SEARCH | {"board": "1000x1000", "by_end": True},
    "100x100 by ends": SEARCH | {"board": "100x100", "by_end": True},
    "sweep of 3x33333333": SEARCH | {"board": "3x33333333", "method": "frontier"},
    "1000x1000 without a square": SEARCH | {"board": {"board": "1000x1000", "removed": [[1, 1]]}},
    "leaper (499,500) on 1000x1000": SEARCH | {"board": "1000x1000", "piece": [499, 500]},
    "distances on 1000x1000": {"kind": "distance", "board": "1000x1000", "from": [1, 1]},
    "population of a million on 64x64": {"kind": "sample", "board": "64x64", "particles": 1_000_000},
    "two-factors of 9998x9998": {"kind": "construct", "board": "9998x9998", "method": "two-factor"},
    "2,000 streams": {"kind": "sample", "board": "5x5", "method": "uniform", "rng": {"streams": 2000}},
    "262,144 tests of a generator": TESTS,
    "the same, confirmed": TESTS | {"confirm_cost": True},
}
"""Jobs that were once slow, and jobs near the limits below which plans are made at once."""


def rows() -> list[Row]:
    """Time every kind of submission."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data=Path(folder))
        upgrade(settings)
        database = open_database(settings)
        client = create_app(settings, database).test_client()
        client.post("/api/v1/jobs", json={"kind": "distance", "board": "5x5", "from": [1, 1]})  # loads what is lazy
        found = [_time(client, name, job) for name, job in JOBS.items()]
        database.close()
    return found


def _time(client: FlaskClient, name: str, job: dict[str, Any]) -> Row:
    wall, processor, status = 0.0, 0.0, ""
    for _ in range(TIMES):
        began, before = time.perf_counter(), time.thread_time()
        answer = client.post("/api/v1/jobs", json=job)
        wall, processor = max(wall, time.perf_counter() - began), max(processor, time.thread_time() - before)
        status = f"{answer.status_code}" + (
            "" if answer.is_json and answer.status_code < 400 else _explain_refusal(answer)
        )
    late = "" if processor < TARGET_SECONDS else "TOO LONG"
    return Row(name, f"{wall * 1000:.0f} ms, {processor * 1000:.0f} ms of a core", status, None, late, True)


def _explain_refusal(answer: TestResponse) -> str:
    return ": " + ", ".join(fault.get("pointer", "") for fault in answer.get_json().get("errors", []))


if __name__ == "__main__":
    print_rows(rows())
