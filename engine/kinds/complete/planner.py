"""Completion of partly given tours: one shard at first; what proves large is cut into subtrees that run side by side.

Where all tours are to be counted and the search does not end in its first round, a frontier sweep takes over, if it can
heed what is given and its states fit the memory. By then the search has found the first tours.

With a limit each shard stops at that many tours. The job stops at the end of a round in which its shards have found
as many together. Rounds are counted in nodes, so the tours found by then depend on nothing else.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Literal

from engine.arrays import integer_of
from engine.boards.existence.decide import refutation
from engine.errors import InvalidProblemError
from engine.kinds.common.kind import Plan, ShardPlan, ShardRecord
from engine.kinds.common.subtree_splitting import SubtreeTarget, counters_of, cut_again
from engine.kinds.common.target import Target
from engine.kinds.complete.specification import CompleteProblem, CompleteSpecification, known_of, tours_allowed
from engine.search.completion.completion_sweep import completion_sweep
from engine.search.completion.contradictions import contradiction
from engine.search.completion.known import PartialTour
from engine.search.counters import CLOSED, DEAD_ENDS, MAX_MOVES, NODES, of_sort
from engine.search.frontier.estimate import estimate_problem, hopeless_sweep
from engine.specification.fields import BoardSpecification
from engine.specification.problem import BoardProblem
from engine.specification.result import Convention, Count, Result

MAX_SQUARES = 400

SHARDS = 32
ROUND = 1 << 16
"""Nodes that a shard enters in its first round: a second or two on 8x8."""

METHOD = "narrowing"
SWEEP = "frontier"
MAX_STATES = 2e7
"""States of a sweep at its widest: half a GiB, and twice that while its table grows."""


class SweptTarget(Target):
    """The sweep that counts all tours."""

    swept: Literal[True]


def is_swept(target: Mapping[str, object]) -> bool:
    """Whether a shard with this target sweeps."""
    return "swept" in target


class Completion:
    """Finds, counts and stores the tours that have all that is given."""

    def check(self, problem: CompleteProblem) -> None:
        """Refuse boards that are too large, and moves that are none."""
        check_size(problem)
        graph, spec, board = problem.graph, problem.spec, problem.board
        for name in ("paths", "moves", "barred"):
            for index, squares in enumerate(getattr(spec, name)):
                numbers = [board.index(square) for square in squares]
                for place, (one, two) in enumerate(itertools.pairwise(numbers)):
                    if not graph.adjacent(one, two):
                        message = f"{board.square(one)} and {board.square(two)} are no move apart"
                        raise InvalidProblemError(f"/{name}/{index}/{place + 1}", message)

    def plan(self, problem: CompleteProblem) -> Plan:
        """Plan one shard; givens that contradict themselves or are proved impossible are answered at once."""
        self.check(problem)
        known, spec = known_of(problem.spec, problem.board), problem.spec
        reason = contradiction(problem.graph, known, closed=spec.tours == "closed")
        if reason is None:
            first = next((square for square, time in known.at.items() if time == 0), None)
            starts = range(problem.board.size) if first is None else [first]
            proof = refutation(problem.board, problem.piece, spec.tours, starts)
            reason = None if proof is None else proof.explanation
        if reason is not None:
            return Plan(result=_impossible(reason))
        target = SubtreeTarget(branches=(), round=0, until=ROUND)
        return Plan([_shard(0, target)])

    def follow(self, problem: CompleteProblem, shards: Sequence[ShardRecord]) -> Sequence[ShardPlan]:
        """Return the paused shards, cut again, or a sweep for all tours; nothing once the limit is reached."""
        limit = tours_allowed(problem.spec.limit)
        if any(is_swept(shard.target) for shard in shards):
            return ()
        if limit is not None and of_sort(problem.spec.tours, counters_of(shards)) >= limit:
            return ()
        if len(shards) == 1 and "ahead" in shards[0].statistics and _sweepable(problem):
            return [ShardPlan(1, "a sweep for all tours", SweptTarget(swept=True).to_json())]
        return cut_again(shards, SubtreeTarget, _shard, SHARDS, ROUND)

    def merge(self, problem: CompleteProblem, shards: Sequence[ShardRecord]) -> Result:
        """Add the shards up, and say whether there is no tour, one, or more of them."""
        spec = problem.spec
        known, total = known_of(spec, problem.board), counters_of([one for one in shards if not is_swept(one.target)])
        if any(is_swept(one.target) for one in shards):
            return _swept_result(problem, known, shards[-1], _guesses(total))
        found = of_sort(spec.tours, total)
        limit = tours_allowed(spec.limit)
        limited = limit is not None and found >= limit
        whole = all(shard.is_finished and "ahead" not in shard.statistics for shard in shards)
        found = found if limit is None else min(found, limit)
        complete = whole and not limited
        verdict = _verdict(found, complete=complete)
        counts = _counts(spec, found, total, complete=complete)
        if complete and found and known.begins_nowhere and spec.tours == "closed":
            cycles = str(found // (2 * problem.board.size))
            counts.append(Count(quantity="cycles", convention="undirected", value=cycles, method=METHOD))
        return Result(
            outcome="limit" if limited else "complete",
            explanation=_explain(known, limited=limited, some=found > 0),
            counts=counts,
            extra=_extra(verdict, _guesses(total), known),
        )


def check_size(problem: BoardProblem[BoardSpecification]) -> None:
    """Refuse boards and pieces that are too large for the search."""
    if problem.board.size > MAX_SQUARES:
        raise InvalidProblemError("/board", f"tours are completed on boards of at most {MAX_SQUARES} squares")
    if problem.graph.neighbours.shape[1] > MAX_MOVES:
        raise InvalidProblemError("/piece", f"a search allows at most {MAX_MOVES} moves from a square")


def _sweepable(problem: CompleteProblem) -> bool:
    """Whether a sweep can answer: all tours are to be counted, and only the first may be stored."""
    spec = problem.spec
    if tours_allowed(spec.limit) is not None or spec.store == "all" or hopeless_sweep(problem.graph, ()) is not None:
        return False
    found = completion_sweep(problem.graph, known_of(spec, problem.board), spec.tours)
    if found is None:
        return False
    estimate = estimate_problem(found.problem)
    return estimate.fits and estimate.peak_states <= MAX_STATES


def _swept_result(problem: CompleteProblem, known: PartialTour, shard: ShardRecord, guesses: int) -> Result:
    """Return the result of the sweep; without counts before its end."""
    words = shard.statistics.get("count")
    ways = completion_sweep(problem.graph, known, problem.spec.tours)
    if words is None or ways is None:
        return Result(extra=_extra("unknown", guesses, known))
    found = integer_of(words) * ways.times
    counts = [Count(quantity="tours", convention="directed", value=str(found), method=SWEEP)]
    if known.begins_nowhere:
        cycles = str(integer_of(words))
        counts.append(Count(quantity="cycles", convention="undirected", value=cycles, method=SWEEP))
    return Result(
        outcome="complete",
        explanation=_explain(known, limited=False, some=found > 0),
        counts=counts,
        extra=_extra(_verdict(found, complete=True), guesses, known),
    )


def _extra(verdict: str, guesses: int, known: PartialTour) -> dict[str, object]:
    return {"completion": {"verdict": verdict, "guesses": str(guesses), "directed": not known.begins_nowhere}}


def _shard(index: int, target: SubtreeTarget) -> ShardPlan:
    return ShardPlan(index, target.place or "the whole tree", target.to_json())


def _guesses(total: Sequence[int]) -> int:
    """Return the branches that were tried where narrowing left a choice: all nodes but the root."""
    return max(0, total[NODES] - 1)


def _verdict(found: int, *, complete: bool) -> str:
    if found > 1:
        return "several"
    if not complete:
        return "unknown"
    return "unique" if found else "none"


def _counts(spec: CompleteSpecification, found: int, total: Sequence[int], *, complete: bool) -> list[Count]:
    values: list[tuple[str, Convention, int]] = [("tours", "directed", found)]
    if spec.tours == "any" and complete:
        values.append(("closed", "directed", total[CLOSED]))
    values += [("dead_ends", "directed", total[DEAD_ENDS]), ("nodes", "directed", total[NODES])]
    return [Count(quantity=name, convention=way, value=str(value), method=METHOD) for name, way, value in values]


def _explain(known: PartialTour, *, limited: bool, some: bool) -> str | None:
    words = ["the limit was reached: there may be more tours"] if limited else []
    if some and known.begins_nowhere:
        words.append("nothing given says where the tour begins, so each is counted in both directions")
    return "; ".join(words) or None


def _impossible(reason: str) -> Result:
    return Result(
        outcome="impossible",
        explanation=reason,
        counts=[Count(quantity="tours", value="0", method="proof")],
        extra={"completion": {"verdict": "none", "guesses": "0", "directed": True}},
    )
