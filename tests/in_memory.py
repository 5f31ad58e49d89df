"""Run a job in memory, without a store: plan, step every shard to its end, follow until nothing follows, merge."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat

import numpy as np

from engine.arrays import Arrays
from engine.kinds.common.kind import ShardRecord
from engine.kinds.open_shard import open_shard
from engine.kinds.parse import parse_problem
from engine.kinds.running.shard_runner import Shard
from engine.kinds.table import KINDS
from engine.specification.result import Estimate, Result


def sample(
    *, cut: Iterator[int] | None = None, cpu_seconds: float = 0.0, **fields: object
) -> tuple[Result, list[list[int]]]:
    """Return the result of a sampling job and the tours it stored.

    cpu_seconds: the reported cost of each round of a shard. cut: lengths of steps, with a checkpoint written and read
    after each; by default one long step for each shard and round.
    """
    return _finished({"kind": "sample", **fields}, cut=cut, cpu_seconds=cpu_seconds)


def enumerated(**fields: object) -> Result:
    """Return the result of an enumeration, every shard worked on to its end in large steps."""
    return _finished({"kind": "enumerate", **fields})[0]


def cut_enumeration(work: int, **fields: object) -> Result:
    """Return the result of an enumeration, every shard closed and opened again between steps of this much work."""
    return _finished({"kind": "enumerate", **fields}, cut=repeat(work))[0]


def finished(**fields: object) -> Result:
    """Return the result of a job of any kind."""
    return _finished(fields)[0]


def _finished(
    fields: dict[str, object], *, cut: Iterator[int] | None = None, cpu_seconds: float = 0.0
) -> tuple[Result, list[list[int]]]:
    problem = parse_problem(fields)
    kind = KINDS[problem.spec.kind]
    plan = kind.plan(problem)
    if plan.result is not None:
        return plan.result, []
    tours: list[list[int]] = []
    saved: dict[int, Arrays] = {}
    records: dict[int, ShardRecord] = {}
    planned = list(plan.shards)
    while planned:
        for shard in planned:
            runner = open_shard(Shard(problem, shard.target, saved.get(shard.index)))
            while not runner.is_finished:
                runner.step(1 << 40 if cut is None else next(cut))
                tours += runner.take_tours().tolist()
                if cut is not None:
                    written = {name: np.array(array) for name, array in runner.checkpoint().items()}
                    runner = open_shard(Shard(problem, shard.target, written))
            saved[shard.index] = runner.checkpoint()
            spent = cpu_seconds + (records[shard.index].cpu_seconds if shard.index in records else 0.0)
            records[shard.index] = ShardRecord(shard.index, shard.target, True, spent, runner.statistics())
        planned = list(kind.follow(problem, [records[index] for index in sorted(records)]))
    return kind.merge(problem, [records[index] for index in sorted(records)]), tours


def estimate(result: Result, quantity: str, estimator: str | None = None) -> Estimate:
    """Return the first estimate of a quantity, by one estimator if it is named."""
    return next(e for e in result.estimates if e.quantity == quantity and estimator in (None, e.estimator))


def counts(result: Result) -> dict[str, int]:
    """Return the counts by quantity."""
    return {count.quantity: int(count.value) for count in result.counts}
