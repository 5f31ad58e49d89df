"""A census: how the statistics of tours are distributed over all tours of a board, by search or by a uniform sample.

The tours are undirected: a closed tour counts once, as a cycle, an open one once, not a second time backwards. The
work is that of an enumeration by search, or of a sample by frontier sweeps or from an index; only what is done with
the tours differs.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.errors import InvalidProblemError
from engine.features.table import LINE, has_line, statistics_of_line
from engine.kinds.census.distribution import distribution_of
from engine.kinds.census.specification import Census, CensusProblem, CensusSpecification, refuse_draws
from engine.kinds.common.kind import Plan, ShardPlan, ShardRecord
from engine.kinds.enumerate.search.planner import SearchEnumeration
from engine.kinds.enumerate.search_options import MAX_PRUNED_SQUARES, enumeration_of
from engine.kinds.enumerate.specification import EnumerateProblem
from engine.kinds.sample.indexed.planner import METHOD as INDEX
from engine.kinds.sample.indexed.planner import check_index, index_result, index_shards
from engine.kinds.sample.specification import Budget, SampleProblem, SampleSpecification
from engine.kinds.sample.uniform.planner import METHOD as SWEEP
from engine.kinds.sample.uniform.planner import check_sweep, draw_shards, sweep_result, sweep_shards
from engine.specification.result import Result

SAMPLE = "sample"
DRAWING = {SAMPLE: SWEEP, INDEX: INDEX}
"""Methods that draw tours, and what a sample calls them."""


def search_problem(problem: CensusProblem) -> EnumerateProblem:
    """Return the search that meets each tour: a closed one once, an open one once in each direction."""
    prune = ["exits", "forced", "colour", *(["cycle"] if problem.spec.tours == "closed" else [])]
    return enumeration_of(problem, method="backtrack", prune=prune)


def sample_problem(problem: CensusProblem) -> SampleProblem:
    """Return the sample that draws the tours."""
    spec = problem.spec
    asked = SampleSpecification(
        kind="sample",
        board=spec.board,
        piece=spec.piece,
        tours=spec.tours,
        method=DRAWING[spec.method],
        budget=Budget(walks=spec.draws),
        store="all",
        rng=spec.rng,
    )
    return SampleProblem(asked, problem.board, problem.piece)


class TourCensus:
    """The methods that meet tours, or draw some."""

    def check(self, problem: CensusProblem) -> None:
        """Refuse boards and pieces whose tours have no statistics, and boards too large."""
        board, piece = problem.board, problem.piece
        if not has_line(board, piece):
            pointer = "/piece" if board.is_flat else "/board"
            raise InvalidProblemError(pointer, "a census is of knight's tours of flat boards")
        drawing = problem.spec.method in DRAWING
        if not drawing:
            refuse_draws(problem.spec)
        _check_statistics(problem.spec)
        if not drawing and board.size > MAX_PRUNED_SQUARES:
            message = f"a census by search takes boards of at most {MAX_PRUNED_SQUARES} squares"
            raise InvalidProblemError("/board", message)
        if problem.spec.method == INDEX:
            check_index(sample_problem(problem))

    def plan(self, problem: CensusProblem) -> Plan:
        """Plan the search or the sample."""
        if problem.spec.method not in DRAWING:
            return SearchEnumeration().plan(search_problem(problem))
        sample = sample_problem(problem)
        if problem.spec.method == INDEX:
            return Plan(index_shards(sample))
        check_sweep(sample, nearly=False)
        return Plan(sweep_shards(sample))

    def follow(self, problem: CensusProblem, shards: Sequence[ShardRecord]) -> Sequence[ShardPlan]:
        """Follow as the search or the sample does."""
        if problem.spec.method == SAMPLE:
            return draw_shards(sample_problem(problem), shards)
        if problem.spec.method == INDEX:
            return ()
        return SearchEnumeration().follow(search_problem(problem), shards)

    def merge(self, problem: CensusProblem, shards: Sequence[ShardRecord]) -> Result:
        """Add the shards' tallies up: of all tours, of those found so far, or of the draws."""
        found = self._collect_result(problem, shards)
        counts = [count for count in found.counts if count.quantity != "stored_tours"]
        tallies = total([np.asarray(shard.statistics["tallies"]) for shard in shards if shard.statistics])
        names = problem.spec.statistics or statistics_of_line(problem.board, closed=problem.spec.tours == "closed")
        census = census_of(tallies, names, sampled=problem.spec.method in DRAWING)
        extra = {"index": found.extra["index"]} if "index" in found.extra else {}
        extra |= {"census": census.model_dump()} if census else {}
        return Result(counts=counts, estimates=found.estimates, extra=extra)

    def _collect_result(self, problem: CensusProblem, shards: Sequence[ShardRecord]) -> Result:
        """Return the result of the search or the sample."""
        if problem.spec.method == SAMPLE:
            return sweep_result(sample_problem(problem), shards)
        if problem.spec.method == INDEX:
            return index_result(sample_problem(problem), shards)
        return SearchEnumeration().merge(search_problem(problem), shards)


def total(parts: Sequence[NDArray[np.generic]]) -> NDArray[np.int64]:
    """Return the sum of tallies (statistics, values) of any widths: int64."""
    width = max((part.shape[1] for part in parts), default=0)
    found = np.zeros((len(LINE), width), np.int64)
    for part in parts:
        found[:, : part.shape[1]] += np.asarray(part, np.int64)
    return found


def _check_statistics(spec: CensusSpecification) -> None:
    """Refuse statistics that no tour is measured for, and the uses of moves."""
    for index, name in enumerate(spec.statistics or ()):
        if name not in LINE:
            message = f"no tour is measured for {name}; there are {', '.join(LINE)}"
            raise InvalidProblemError(f"/statistics/{index}", message)
    if spec.moves:
        raise InvalidProblemError("/moves", "the uses of moves are counted by weighted sweeps alone")


def census_of(tallies: NDArray[np.int64], names: Sequence[str], *, sampled: bool) -> Census | None:
    """Return the distributions of these statistics from tallies; None without tours. sampled: by independent draws."""
    tours = int(tallies[0].sum())
    if not tours:
        return None
    rows = [
        distribution_of(name, row.tolist(), sampled=sampled)
        for name, row in zip(LINE, tallies, strict=True)
        if name in names
    ]
    return Census(tours=str(tours), exact=not sampled, distributions=rows)
