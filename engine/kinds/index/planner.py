"""The index of a board's cycles: one shard, which sweeps forwards and backwards and leaves permanent files."""

from __future__ import annotations

from collections.abc import Sequence

from engine.arrays import integer_of
from engine.boards.existence.decide import existence
from engine.cycles.index import key_of
from engine.errors import InvalidProblemError
from engine.kinds.common.kind import OneRound, Plan, ShardPlan, ShardRecord
from engine.kinds.common.target import Target
from engine.kinds.enumerate.sweep.planner import MAX_WEIGHED_SQUARES, METHOD, check_fits
from engine.kinds.index.specification import IndexProblem
from engine.search.frontier.estimate import estimate_sweep, hopeless_sweep
from engine.specification.result import Count, Result

MIN_SQUARES = 3


class IndexTarget(Target):
    """The name of the index, which is that of its board and piece."""

    key: str


class CycleIndexing(OneRound):
    """The kind "index"."""

    def check(self, problem: IndexProblem) -> None:
        """Refuse a board that has nothing to index, and one whose sweep is hopeless whatever the order."""
        verdict = existence(problem.board, problem.piece, "closed")
        if verdict.impossible or problem.board.size < MIN_SQUARES:
            why = verdict.explanation if verdict.impossible else "too few squares"
            raise InvalidProblemError("/board", f"there are no closed tours to index: {why}")
        if problem.board.size <= MAX_WEIGHED_SQUARES:
            check_fits(hopeless_sweep(problem.graph, ()), "/board")

    def plan(self, problem: IndexProblem) -> Plan:
        """Plan the shard; InvalidProblemError where there is nothing to index or the sweep is too large."""
        self.check(problem)
        check_fits(estimate_sweep(problem.graph, ()), "/board")
        return Plan([ShardPlan(0, "index", IndexTarget(key=key_of(problem.board, problem.piece)).to_json())])

    def merge(self, _problem: IndexProblem, shards: Sequence[ShardRecord]) -> Result:
        """Return the number of cycles, and the digest and sizes of the index."""
        (shard,) = shards
        if "count" not in shard.statistics:
            return Result()
        states, size = shard.statistics["kept"].tolist()
        digest = str(shard.statistics["index"][0])
        value = str(integer_of(shard.statistics["count"]))
        return Result(
            counts=[Count(quantity="cycles", convention="undirected", value=value, method=METHOD)],
            extra={"index": {"digest": digest, "states": states, "bytes": size}},
        )
