"""Enumeration by the two searches of "Le probleme du cavalier", their operations counted so that they can be compared.

One shard: the tree below the one start square, walked in order up to the limit.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.arrays import Arrays
from engine.errors import InvalidProblemError
from engine.kinds.common.kind import OneRound, Plan, ShardPlan, ShardRecord
from engine.kinds.common.target import StartTarget
from engine.kinds.enumerate.search_options import limit_of, refuse
from engine.kinds.enumerate.specification import EnumerateProblem
from engine.specification.result import Count, Result, SquareStatistics

LINK_CUTTING = "link-cutting"

MAX_SQUARES = 10_000

LOOKS, CUTS, NODES, TOURS = range(4)


class CountedEnumeration(OneRound):
    """Counts tours, and the operations that find them: squares entered, neighbours looked at, links cut."""

    def check(self, problem: EnumerateProblem) -> None:
        """Refuse fields that a counted search cannot heed, several start squares, and large boards."""
        spec = problem.spec
        message = f"{spec.method} counts the operations of a plain search; use backtrack"
        refuse(spec, ("tours", "by_end", "visit", "prune", "connected_at", "store"), message)
        if problem.start_count != 1:
            raise InvalidProblemError("/starts", f"{spec.method} counts the operations of a search from one square")
        if problem.board.size > MAX_SQUARES:
            raise InvalidProblemError("/board", f"a search takes boards of at most {MAX_SQUARES} squares")

    def plan(self, problem: EnumerateProblem) -> Plan:
        """Plan one shard, from the one start square."""
        self.check(problem)
        start = int(problem.starts[0])
        return Plan([ShardPlan(0, f"start {problem.board.square(start)}", StartTarget(start=start).to_json())])

    def merge(self, problem: EnumerateProblem, shards: Sequence[ShardRecord]) -> Result:
        """Return the counts of the shard and the trace of its depth."""
        statistics = shards[0].statistics if shards else {}
        if not statistics:
            return Result()
        looks, cuts, nodes, tours = (int(value) for value in statistics["counters"][:4])
        # A recursive procedure is called for each square entered and, to find the board full, after each tour.
        values = {"tours": tours, "nodes": nodes, "jumps": nodes + tours, "looks": looks, "cuts": cuts}
        spec, square = problem.spec, problem.board.square(StartTarget.of(shards[0]).start)
        limited = spec.limit is not None and (nodes if spec.limit.tours is None else tours) == limit_of(spec)
        return Result(
            outcome="limit" if limited else "complete",
            explanation="the limit was reached; counts are those up to it, in search order" if limited else None,
            counts=[Count(quantity=name, value=str(value), method=spec.method) for name, value in values.items()],
            squares=[SquareStatistics(square=square, tours=str(tours), nodes=str(nodes))],
            extra={"depth_trace": _trace(statistics)},
        )


def _trace(statistics: Arrays) -> dict[str, object]:
    """Return how far back the search came, window by window, and the nodes by the number of squares visited."""
    return {
        "nodes_per_window": int(statistics["window"][0]),
        "shallowest": statistics["shallowest"].tolist(),
        "nodes_by_depth": statistics["reached"][1:].tolist(),
    }
