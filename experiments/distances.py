"""Distances on large boards, in all steps of a job except the store: `python -m experiments.distances`."""

from __future__ import annotations

from time import process_time
from typing import Any, cast

from engine.kinds.common.kind import ShardRecord
from engine.kinds.distance.planner import Distances
from engine.kinds.distance.runner import DistanceRunner
from engine.kinds.distance.specification import DistanceProblem
from engine.kinds.parse import parse_problem
from engine.kinds.running.shard_runner import Shard

JOBS: list[tuple[str, dict[str, Any]]] = [
    ("first job: kernels are compiled or loaded", {"board": "8x8", "from": [1, 1], "to": [8, 8]}),
    ("2000x2000 to all", {"board": "2000x2000", "from": [1, 1]}),
    ("2000x2000 corner to corner, paths counted", {"board": "2000x2000", "from": [1, 1], "to": [2000, 2000]}),
    ("5^5 with its diameter", {"board": "5^5", "from": [1] * 5}),
    ("64x64 with its diameter", {"board": "64x64", "from": [1, 1]}),
    (
        "13 squares collected on 100x100",
        {"board": "100x100", "from": [1, 1], "via": [[7 * i, 91 - 5 * i] for i in range(1, 14)]},
    ),
    (
        "59 squares collected on 30x30",
        {"board": "30x30", "from": [1, 1], "via": [[i // 2 + 1, 13 * i % 30 + 1] for i in range(59)]},
    ),
]


def run(job: dict[str, Any]) -> tuple[float, float]:
    """Return the CPU seconds that the move graph took and those of the rest."""
    before = process_time()
    spec = cast("DistanceProblem", parse_problem({"kind": "distance", **job}))
    runner = DistanceRunner(Shard(spec, {}))
    built = process_time()
    while not runner.is_finished:
        runner.step(200_000)
    Distances().merge(spec, [ShardRecord(0, {}, is_finished=True, statistics=runner.statistics())])
    return built - before, process_time() - built


def main() -> None:
    """Print the table."""
    for name, job in JOBS:
        graph, rest = run(job)
        print(f"{name:45} move graph {graph:6.3f} s   search and result {rest:6.3f} s")


if __name__ == "__main__":
    main()
