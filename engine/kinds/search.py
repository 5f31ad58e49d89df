"""Enumeration by search: every tour from every start square, as subtrees that run side by side.

A shard is a subtree of the search from one start square, named by the branch numbers of its root. Shards stand in
search order, so that merging in index order is merging in search order. A job with a limit counts in search order
and therefore runs its start squares one after the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from engine.boards.board import Board
from engine.boards.move_graph import MoveGraph
from engine.errors import InvalidProblemError
from engine.kinds.base import Arrays, Plan, ShardPlan, ShardRecord
from engine.kinds.method import method_of
from engine.search.tree import expand
from engine.specification.kinds import EnumerateSpecification
from engine.specification.problem import resolve, resolve_board
from engine.specification.result import Count, EndStatistics, Estimate, Result, SquareStatistics

SHARDS = 64
"""The least number of shards a search without a limit is cut into, where its tree is wide enough."""

MAX_SQUARES = 10_000

TOURS, CLOSED, DEAD_ENDS, NODES = range(4)


class SearchEnumeration:
    """Counts, and on request stores, every tour by walking the whole search tree."""

    def plan(self, spec: EnumerateSpecification) -> Plan:
        """One shard per subtree; with a limit one for the first start square."""
        problem = resolve(spec)
        if problem.board.size > MAX_SQUARES:
            raise InvalidProblemError("/board", f"a search takes boards of at most {MAX_SQUARES} squares")
        if problem.board.size == 1:
            return Plan(result=_one_square(spec, problem.board))
        graph, starts = problem.graph, problem.starts.tolist()
        if spec.limit is not None:
            return Plan([_limited(graph.board, 0, starts[0], _limit(spec))])
        parts = -(-SHARDS // len(starts))
        tied = method_of(spec) == "warnsdorff"
        roots = [(start, root) for start in starts for root in expand(graph, start, tied=tied, parts=parts)]
        return Plan([_subtree(graph, index, start, root) for index, (start, root) in enumerate(roots)])

    def follow(self, spec: EnumerateSpecification, shards: Sequence[ShardRecord]) -> Sequence[ShardPlan]:
        """With a limit not reached yet: the next start square, with what is left of the limit."""
        if spec.limit is None:
            return ()
        problem = resolve(spec)
        starts = problem.starts.tolist()
        left = _limit(spec) - _reached(spec, shards)
        if left == 0 or len(shards) == len(starts):
            return ()
        return [_limited(problem.board, len(shards), starts[len(shards)], left)]

    def merge(self, spec: EnumerateSpecification, shards: Sequence[ShardRecord]) -> Result:
        """Add the shards up, by start square and in all."""
        board = resolve_board(spec.board)
        by_start = _by_start(shards)
        total = np.sum([_counters(shard.statistics) for shard in shards], axis=0, dtype=object)
        complete = all(shard.finished for shard in shards)
        limited = spec.limit is not None and _reached(spec, shards) == _limit(spec)
        counts = _counts(spec, total)
        if complete and not limited and method_of(spec) == "backtrack":
            counts.append(_cycles(by_start, method_of(spec)))
        return Result(
            outcome="limit" if limited else "complete",
            explanation="the limit was reached; counts are those up to it, in search order" if limited else None,
            counts=counts,
            estimates=[] if complete else _estimates(shards),
            squares=[_row(spec, board, start, counters) for start, counters in by_start.items()],
            ends=_ends(board, shards) if spec.by_end else [],
        )


def _one_square(spec: EnumerateSpecification, board: Board) -> Result:
    """Return the result on a board of one square: the path of no moves, which is open."""
    counters = [1, 0, 0, 1]
    return Result(counts=_counts(spec, counters), squares=[_row(spec, board, 0, counters)])


def _limit(spec: EnumerateSpecification) -> int:
    assert spec.limit is not None
    return spec.limit.tours or spec.limit.nodes or 0


def _subtree(graph: MoveGraph, index: int, start: int, root: tuple[int, ...]) -> ShardPlan:
    label = f"start {graph.board.square(start)}"
    if root:
        label += ", branches " + " ".join(str(number + 1) for number in root)
    return ShardPlan(index, label, {"start": start, "branches": list(root)})


def _limited(board: Board, index: int, start: int, limit: int) -> ShardPlan:
    return ShardPlan(index, f"start {board.square(start)}", {"start": start, "branches": [], "limit": limit})


def _counters(statistics: Arrays) -> list[int]:
    return [int(value) for value in statistics["counters"]] if statistics else [0, 0, 0, 0]


def _wanted(spec: EnumerateSpecification, counters: Sequence[int]) -> int:
    """Return how many of the tours are of the sort asked for."""
    tours, closed = counters[TOURS], counters[CLOSED]
    return {"any": tours, "closed": closed, "open": tours - closed}[spec.tours]


def _reached(spec: EnumerateSpecification, shards: Sequence[ShardRecord]) -> int:
    """Return how much of the limit's quantity the shards hold."""
    assert spec.limit is not None
    rows = [_counters(shard.statistics) for shard in shards]
    return sum(row[NODES] if spec.limit.tours is None else _wanted(spec, row) for row in rows)


def _by_start(shards: Iterable[ShardRecord]) -> dict[int, list[int]]:
    rows: dict[int, list[int]] = {}
    for shard in shards:
        row = rows.setdefault(shard.target["start"], [0, 0, 0, 0])
        for quantity, value in enumerate(_counters(shard.statistics)):
            row[quantity] += value
    return rows


def _counts(spec: EnumerateSpecification, total: Sequence[int]) -> list[Count]:
    values = {
        "tours": _wanted(spec, total),
        "closed": total[CLOSED],
        "dead_ends": total[DEAD_ENDS],
        "nodes": total[NODES],
    }
    return [Count(quantity=name, value=str(value), method=method_of(spec)) for name, value in values.items()]


def _cycles(by_start: dict[int, list[int]], method: str) -> Count:
    """Return the number of cycles: a complete search from any one square finds each twice, once in each direction."""
    closed = next(iter(by_start.values()))[CLOSED]
    return Count(quantity="cycles", convention="undirected", value=str(closed // 2), method=method)


def _estimates(shards: Sequence[ShardRecord]) -> list[Estimate]:
    """Return the estimated size of the whole tree once every shard has been sampled."""
    sizes = [shard.statistics["tree_size"] for shard in shards if "tree_size" in shard.statistics]
    if len(sizes) < len(shards):
        return []
    expected, variance, probes = np.sum([(size, error * error, count) for size, error, count in sizes], axis=0)
    return [
        Estimate(
            quantity="nodes",
            value=float(expected),
            standard_error=float(variance**0.5),
            estimator="knuth",
            samples=int(probes),
        )
    ]


def _row(spec: EnumerateSpecification, board: Board, start: int, counters: Sequence[int]) -> SquareStatistics:
    return SquareStatistics(
        square=board.square(start),
        tours=str(_wanted(spec, counters)),
        closed=str(counters[CLOSED]),
        dead_ends=str(counters[DEAD_ENDS]),
        nodes=str(counters[NODES]),
    )


def _ends(board: Board, shards: Sequence[ShardRecord]) -> list[EndStatistics]:
    rows: dict[int, np.ndarray] = {}
    for shard in shards:
        if shard.statistics:
            ends = np.asarray(shard.statistics["ends"], dtype=object)
            start = shard.target["start"]
            rows[start] = rows[start] + ends if start in rows else ends
    return [
        EndStatistics(start=board.square(start), end=board.square(end), tours=str(row[end]))
        for start, row in rows.items()
        for end in range(board.size)
        if row[end]
    ]
