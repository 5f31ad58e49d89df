"""A census: how the statistics of tours are distributed over all tours of a board, by search or by a uniform sample.

The tours are undirected: a closed tour counts once, as a cycle, an open one once, not a second time backwards. The
work is that of an enumeration by search, or of a sample by frontier sweeps or from an index; only what is done with
the tours differs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from engine.boards.existence.decide import refutation
from engine.errors import InvalidProblemError
from engine.features.table import LINE, has_line
from engine.kinds.census.specification import Census, CensusProblem, Distribution
from engine.kinds.common.kind import Plan, ShardPlan, ShardRecord
from engine.kinds.enumerate.search.planner import SearchEnumeration
from engine.kinds.enumerate.search_options import PRUNED_SQUARES, enumeration_of
from engine.kinds.enumerate.specification import EnumerateProblem
from engine.kinds.sample.indexed.planner import METHOD as INDEX
from engine.kinds.sample.indexed.planner import DrawsFromIndex, check_index, index_result, index_shards
from engine.kinds.sample.specification import Budget, SampleProblem, SampleSpecification
from engine.kinds.sample.uniform.planner import METHOD as SWEEP
from engine.kinds.sample.uniform.planner import check_sweep, draw_shards, sweep_result, sweep_shards
from engine.specification.result import Count, Result

MIN_SQUARES = 3
SAMPLE = "sample"
DRAWING = {SAMPLE: SWEEP, INDEX: INDEX}
"""Methods that draw tours, and what a sample calls them."""

OF_SAMPLES = ("draws", "rng")
"""Fields that a search does not heed."""


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


class TourCensus(DrawsFromIndex):
    """The kind "census"."""

    def check(self, problem: CensusProblem) -> None:
        """Refuse boards and pieces whose tours have no statistics, and boards too large."""
        board, piece = problem.board, problem.piece
        if not has_line(board, piece):
            pointer = "/piece" if board.is_flat else "/board"
            raise InvalidProblemError(pointer, "a census is of knight's tours of flat boards")
        drawing = problem.spec.method in DRAWING
        for name in () if drawing else OF_SAMPLES:
            if getattr(problem.spec, name) != type(problem.spec).model_fields[name].get_default():
                raise InvalidProblemError(f"/{name}", f"a census by search has no {name}: it meets every tour")
        if board.size < MIN_SQUARES:
            raise InvalidProblemError("/board", f"a census takes boards of at least {MIN_SQUARES} squares")
        if not drawing and board.size > PRUNED_SQUARES:
            message = f"a census by search takes boards of at most {PRUNED_SQUARES} squares"
            raise InvalidProblemError("/board", message)
        if problem.spec.method == INDEX:
            check_index(sample_problem(problem))

    def plan(self, problem: CensusProblem) -> Plan:
        """Plan the search or the sample; impossible tours are answered with their proof."""
        self.check(problem)
        proof = refutation(problem.board, problem.piece, problem.spec.tours, problem.starts)
        if proof is not None:
            nothing = Count(quantity="tours", value="0", method="proof")
            return Plan(result=Result(outcome="impossible", explanation=proof.explanation, counts=[nothing]))
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
        census = census_of(tallies, sampled=problem.spec.method in DRAWING)
        extra = {"index": found.extra["index"]} if "index" in found.extra else {}
        extra |= {"census": census.model_dump()} if census else {}
        return Result(counts=counts, estimates=found.estimates, extra=extra)

    def _collect_result(self, problem: CensusProblem, shards: Sequence[ShardRecord]) -> Result:
        """Return what the search or the sample has found."""
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


def census_of(tallies: NDArray[np.int64], *, sampled: bool) -> Census | None:
    """Return the distributions that tallies say; None of no tours. sampled: of independent draws."""
    tours = int(tallies[0].sum())
    if not tours:
        return None
    rows = [_distribution(name, row.tolist(), sampled) for name, row in zip(LINE, tallies, strict=True)]
    return Census(tours=str(tours), exact=not sampled, distributions=rows)


def _distribution(name: str, numbers: Sequence[int], sampled: bool) -> Distribution:
    """Return the distribution of a statistic, given how many tours have each value 0, 1, ..."""
    met = [value for value, number in enumerate(numbers) if number]
    least, most, tours = met[0], met[-1], sum(numbers)
    mean = Fraction(sum(value * number for value, number in enumerate(numbers)), tours)
    variance = Fraction(sum(value * value * number for value, number in enumerate(numbers)), tours) - mean * mean
    some = numbers[least : most + 1]
    return Distribution(
        statistic=name,
        least=least,
        most=most,
        tours=[str(number) for number in some],
        mean=float(mean),
        standard_deviation=math.sqrt(variance),
        mean_error=math.sqrt(variance / (tours - 1)) if sampled and tours > 1 else None,
        share_errors=[math.sqrt(Fraction(n * (tours - n), tours**3)) for n in some] if sampled else None,
    )
