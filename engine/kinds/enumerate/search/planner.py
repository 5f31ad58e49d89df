"""Enumeration by search: every tour from every start square, as subtrees that run side by side.

A shard is a subtree of the search from one start square, named by the branch numbers of its root. A job with a limit
counts in search order and therefore runs its start squares one after the other, each whole; one that stores the first
tours runs shard after shard, in search order, until it has them. Elsewhere results are sums, and shards that prove
large are cut again (`search_shards`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.boards.board import Board
from engine.boards.move_graph import MoveGraph
from engine.errors import InvalidProblemError
from engine.kinds.common.kind import Plan, ShardPlan, ShardRecord
from engine.kinds.enumerate.search.shards import SearchTarget, first_round, next_round, ordered_shards, searched_for
from engine.kinds.enumerate.search_options import check_prunings, is_pruned, limit_of, method_of, prunings_of
from engine.kinds.enumerate.specification import EnumerateProblem, EnumerateSpecification
from engine.search.counters import CLOSED, DEAD_ENDS, NODES, TOURS, of_sort
from engine.search.symmetry_reductions import carrying, orbit_of_move
from engine.specification.fields import FirstTours
from engine.specification.result import Count, EndStatistics, Estimate, Result, SquareStatistics

MAX_SQUARES = 10_000


class SearchEnumeration:
    """Counts, and on request stores, every tour by walking the whole search tree."""

    def check(self, problem: EnumerateProblem) -> None:
        """Refuse boards that are too large, prunings that would not give the answer, classes that are not met whole."""
        if problem.board.size > MAX_SQUARES:
            raise InvalidProblemError("/board", f"a search takes boards of at most {MAX_SQUARES} squares")
        check_prunings(problem.spec, problem.graph)
        _check_classes(problem.spec)

    def plan(self, problem: EnumerateProblem) -> Plan:
        """Plan one shard per subtree; where the order of the search matters, the first one alone."""
        self.check(problem)
        spec = problem.spec
        if problem.board.size == 1:
            return Plan(result=one_square(problem)) if spec.store == "none" else Plan(_staying(problem))
        if spec.limit is None and not isinstance(spec.store, FirstTours):
            return Plan(first_round(problem))
        return Plan(self.follow(problem, []))

    def follow(self, problem: EnumerateProblem, shards: Sequence[ShardRecord]) -> Sequence[ShardPlan]:
        """Return the paused shards, cut again; where the order of the search matters, the next shard.

        Its target states what is left to count and to store. With nothing left to count the job ends; with nothing
        left to store all other shards may run at once.
        """
        spec = problem.spec
        first = spec.store if isinstance(spec.store, FirstTours) else None
        if spec.limit is None and first is None:
            return next_round(problem, shards)
        planned = ordered_shards(problem, whole=spec.limit is not None)[len(shards) :]
        left: dict[str, int] = {}
        if spec.limit is not None:
            left["limit"] = limit_of(spec) - _limit_progress(spec, shards)
            if left["limit"] == 0:
                return ()
        if first is not None:
            tours = sum(of_sort(spec.tours, _counters(shard.statistics)) for shard in shards)
            left["keep"] = max(0, first.first - tours)
        alone = "limit" in left or left.get("keep", 0) > 0
        due = planned[:1] if alone else planned
        return [replace(one, target=SearchTarget.of(one).model_copy(update=left).to_json()) for one in due]

    def merge(self, problem: EnumerateProblem, shards: Sequence[ShardRecord]) -> Result:
        """Add the shards up, by start square and in all. A start square that is not begun has no row."""
        spec, board = problem.spec, problem.board
        found = _by_start(shards)
        by_start = {start: found[other] for start, other in searched_for(problem).items() if other in found}
        total = [sum(column) for column in zip(*by_start.values(), strict=True)]
        if total and "cycle" in prunings_of(spec, problem.graph):
            # All start squares share one search: what it met is not theirs to add up.
            total[DEAD_ENDS:] = next(iter(found.values()))[DEAD_ENDS:]
        complete = all(shard.is_finished for shard in shards)
        limited = spec.limit is not None and _limit_progress(spec, shards) == limit_of(spec)
        counts = _counts(spec, total)
        if complete and not limited and method_of(spec) == "backtrack":
            counts.append(_cycles(by_start, method_of(spec)))
        return Result(
            outcome="limit" if limited else "complete",
            explanation="the limit was reached; counts are those up to it, in search order" if limited else None,
            counts=counts,
            estimates=[] if complete else _estimates(problem, shards),
            squares=[_row(spec, board, start, counters) for start, counters in by_start.items() if counters[NODES]],
            ends=_ends(problem, shards) if spec.by_end else [],
        )


def one_square(problem: EnumerateProblem) -> Result:
    """Return the result on a board of one square: the path of no moves, which is open."""
    spec, counters = problem.spec, [1, 0, 0, 1]
    return Result(counts=_counts(spec, counters), squares=[_row(spec, problem.board, 0, counters)])


def _staying(problem: EnumerateProblem) -> list[ShardPlan]:
    """Return the shard that finds and stores the tour of one square, whatever the limit."""
    return [replace(shard, target={**shard.target, "keep": 1}) for shard in ordered_shards(problem, whole=True)]


def _check_classes(spec: EnumerateSpecification) -> None:
    """Refuse to store one tour of each class where the search does not meet the whole class."""
    if spec.store == "classes" and (spec.starts != "all" or spec.limit is not None or method_of(spec) != "backtrack"):
        message = "one tour of each class needs a backtrack search from all squares without a limit"
        raise InvalidProblemError("/store", message)


def _counters(statistics: Arrays) -> list[int]:
    return [int(value) for value in statistics["counters"]] if statistics else [0, 0, 0, 0]


def _limit_progress(spec: EnumerateSpecification, shards: Sequence[ShardRecord]) -> int:
    """Return how much of the limit's quantity the shards have counted."""
    assert spec.limit is not None
    rows = [_counters(shard.statistics) for shard in shards]
    return sum(row[NODES] if spec.limit.tours is None else of_sort(spec.tours, row) for row in rows)


def _by_start(shards: Iterable[ShardRecord]) -> dict[int, list[int]]:
    """Add up the shards of each start square; a subtree counts once for each of its images, the start square once."""
    rows: dict[int, list[int]] = {}
    for shard in shards:
        target = SearchTarget.of(shard)
        times = target.multiplicity or 1
        row = rows.setdefault(target.start, [0, 0, 0, 0])
        for quantity, value in enumerate(_counters(shard.statistics)):
            directions = 2 if target.cycle and quantity in (TOURS, CLOSED) else 1
            row[quantity] += directions * times * value
        if target.multiplicity is not None and shard.statistics and not any(target.branches):
            row[NODES] += 1
    return rows


def _counts(spec: EnumerateSpecification, total: Sequence[int]) -> list[Count]:
    values = {
        "tours": of_sort(spec.tours, total),
        "closed": total[CLOSED],
        "dead_ends": total[DEAD_ENDS],
        "nodes": total[NODES],
    }
    if method_of(spec) == "backtrack":
        # A recursive procedure is called for each square entered and, to find the board full, after each tour.
        values["jumps"] = total[NODES] + total[TOURS]
    return [Count(quantity=name, value=str(value), method=method_of(spec)) for name, value in values.items()]


def _cycles(by_start: dict[int, list[int]], method: str) -> Count:
    """Return the number of cycles: a complete search from any one square finds each twice, once in each direction."""
    closed = next(iter(by_start.values()))[CLOSED]
    return Count(quantity="cycles", convention="undirected", value=str(closed // 2), method=method)


def _estimates(problem: EnumerateProblem, shards: Sequence[ShardRecord]) -> list[Estimate]:
    """Return the estimated size of the whole tree once every shard has been sampled or searched."""
    if not all(shard.statistics for shard in shards):
        return []
    exact = [[_counters(shard.statistics)[NODES], 0.0, 0.0] for shard in shards if shard.statistics]
    sizes = [shard.statistics.get("tree_size", known) for shard, known in zip(shards, exact, strict=True)]
    expected, variance, probes = np.sum([(size, error * error, count) for size, error, count in sizes], axis=0)
    return [
        Estimate(
            quantity="nodes",
            value=float(expected),
            standard_error=float(variance**0.5),
            estimator="stochastic-enumeration" if is_pruned(problem.spec, problem.graph) else "knuth",
            samples=int(probes),
        )
    ]


def _row(spec: EnumerateSpecification, board: Board, start: int, counters: Sequence[int]) -> SquareStatistics:
    return SquareStatistics(
        square=board.square(start),
        tours=str(of_sort(spec.tours, counters)),
        closed=str(counters[CLOSED]),
        dead_ends=str(counters[DEAD_ENDS]),
        nodes=str(counters[NODES]),
    )


def _ends(problem: EnumerateProblem, shards: Sequence[ShardRecord]) -> list[EndStatistics]:
    """Return the counts by start and end; those of mirrored first moves and start squares are mirrored themselves."""
    board, rows = problem.board, _rows_of_ends(problem.graph, shards)
    whole = {
        start: _permute_row(rows[other], carrying(board, other, start))
        for start, other in searched_for(problem).items()
        if other in rows
    }
    return [
        EndStatistics(start=board.square(start), end=board.square(end), tours=str(row[end]))
        for start, row in whole.items()
        for end in range(board.size)
        if row[end]
    ]


def _rows_of_ends(graph: MoveGraph, shards: Iterable[ShardRecord]) -> dict[int, np.ndarray]:
    rows: dict[int, np.ndarray] = {}
    for shard in shards:
        if not shard.statistics:
            continue
        ends = np.asarray(shard.statistics["ends"], dtype=object)
        target = SearchTarget.of(shard)
        start = target.start
        if target.multiplicity is not None:
            first = graph.lists[start][target.branches[0]]
            ends = np.sum([_permute_row(ends, image) for image in orbit_of_move(graph.board, start, first)], axis=0)
        rows[start] = rows[start] + ends if start in rows else ends
    return rows


def _permute_row(row: np.ndarray, images: NDArray[np.int32]) -> np.ndarray:
    """Return a row of values by square after a symmetry that takes square s to images[s]."""
    mirrored = np.empty_like(row)
    mirrored[images] = row
    return mirrored
