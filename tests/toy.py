"""A kind of job small enough to follow by hand: every shard adds up 1..n, in rounds if asked.

It stands in for enumeration where the machinery around the kernels is tested.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.kinds.common.kind import Plan, ShardPlan, ShardRecord
from engine.kinds.common.method import Method
from engine.kinds.common.target import Target
from engine.kinds.parse import parse_problem
from engine.kinds.running.shard_runner import Shard
from engine.specification.fields import Specification
from engine.specification.problem import ParsedSpecification
from engine.specification.result import Count, Result


def toy_problem(**fields: object) -> ParsedSpecification[Specification]:
    """Return an enumeration of 5x5 (the toy takes its place)."""
    return parse_problem({"kind": "enumerate", "board": "5x5", **fields})


def run_by(monkeypatch: pytest.MonkeyPatch, runner: str) -> None:
    """Let all shards be opened by `runner`; the digests of jobs stay those of the real code."""
    monkeypatch.setattr("engine.kinds.open_shard.get_method", lambda *_: Method(runner, ()))


class ToyTarget(Target):
    """The target of a shard: to add up 1..n, in this round."""

    n: int
    round: int = 1


class ToyKind:
    """`shards` shards, each of which adds up 1..n; each further round doubles n, `rounds` rounds in all."""

    def __init__(self, shards: int = 3, n: int = 10, rounds: int = 1) -> None:
        self.shards, self.n, self.rounds = shards, n, rounds

    def check(self, _: object) -> None:
        """Refuse nothing."""

    def plan(self, _: object) -> Plan:
        """Cut into equal shards."""
        return Plan([ShardPlan(i, f"toy {i}", ToyTarget(n=self.n).to_json()) for i in range(self.shards)])

    def follow(self, _: object, shards: Sequence[ShardRecord]) -> Sequence[ShardPlan]:
        """Double the target until the last round."""
        done = ToyTarget.of(shards[0])
        if done.round >= self.rounds:
            return ()
        target = ToyTarget(n=2 * done.n, round=done.round + 1).to_json()
        return [ShardPlan(shard.index, f"toy {shard.index}", target) for shard in shards]

    def merge(self, _: object, shards: Sequence[ShardRecord]) -> Result:
        """Add up the sums."""
        total = sum(int(shard.statistics["sum"][0]) for shard in shards if shard.statistics)
        return Result(counts=[Count(quantity="tours", value=str(total), method="toy")])


class ToyRunner:
    """Adds up 1..n, at most `work` numbers a step."""

    def __init__(self, shard: Shard[ParsedSpecification[Specification]]) -> None:
        self.n = ToyTarget.of(shard).n
        self.state = np.array([0, 0]) if shard.checkpoint is None else np.array(shard.checkpoint["state"])

    def step(self, work: int) -> int:
        """Add the next numbers."""
        done = min(work, self.n - int(self.state[0]))
        for _ in range(done):
            self.state[0] += 1
            self.state[1] += self.state[0]
        return done

    @property
    def is_finished(self) -> bool:
        """Whether n was added."""
        return bool(self.state[0] >= self.n)

    @property
    def progress(self) -> float:
        """Numbers added out of n."""
        return float(self.state[0] / self.n)

    def checkpoint(self) -> Arrays:
        """Return the last number added and the sum so far."""
        return {"state": self.state.copy()}

    def statistics(self) -> Arrays:
        """Return the sum so far."""
        return {"sum": self.state[1:].copy()}

    def take_tours(self) -> NDArray[np.int32]:
        """Return no tours."""
        return np.empty((0, 25), dtype=np.int32)


class CrashingRunner(ToyRunner):
    """A toy whose kernel has a fault."""

    def step(self, work: int) -> int:
        """Fail."""
        raise ZeroDivisionError(f"cannot do {work}")
