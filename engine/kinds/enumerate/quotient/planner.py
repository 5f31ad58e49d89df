"""Enumeration of the tours that a symmetry leaves as they are, by a search of the quotient of the board.

A shard is a subtree of the search of one way in which the symmetry can leave a tour (`engine/search/quotient/ways.py`);
shards that prove large are cut again. With a limit, or where the first tours are stored, the ways are searched one
after the other, whole. Each tour is met, counted and stored once for both directions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.boards.existence.verdict import Existence
from engine.boards.move_graph import check_table
from engine.errors import InvalidProblemError
from engine.kinds.common.kind import Plan, ShardPlan, ShardRecord
from engine.kinds.common.subtree_splitting import SubtreeTarget, counters_of, cut_again
from engine.kinds.enumerate.search_options import limit_of, refuse
from engine.kinds.enumerate.specification import EnumerateProblem, EnumerateSpecification
from engine.search.counters import DEAD_ENDS, MAX_MOVES, NODES, TOURS
from engine.search.quotient.ways import Quotient
from engine.specification.fields import FirstTours
from engine.specification.problem import BoardProblem
from engine.specification.result import Convention, Count, Result
from engine.tours.symmetry_type import plane_symmetry

METHOD = "quotient"
MAX_SQUARES = 10_000
MIN_SQUARES = 3
SHARDS = 64
ROUND = 1 << 22
"""Nodes that a shard enters in its first round: a second or two."""


SymmetricProblem = BoardProblem[Any]
"""A problem whose specification has `tours` and `symmetry`."""


class WalkTarget(SubtreeTarget):
    """The subtree of a search below the node that slot numbers (`branches`, `within`) lead to from the root of a way.

    limit, keep: what is left to count and to store, where the order of the search matters.
    """

    branches: tuple[int, ...] = ()
    way: int
    limit: int | None = None
    keep: int | None = None


def check_symmetry(problem: SymmetricProblem) -> None:
    """Refuse tours of any sort, boards of other sizes, and symmetries that the board lacks."""
    board = problem.board
    if problem.spec.tours == "any":
        raise InvalidProblemError("/tours", 'with a symmetry, say which: "closed" or "open" tours')
    if not MIN_SQUARES <= board.size <= MAX_SQUARES:
        message = f"tours with a symmetry are searched on boards of {MIN_SQUARES} to {MAX_SQUARES} squares"
        raise InvalidProblemError("/board", message)
    check_table(board, problem.piece)
    if problem.graph.neighbours.shape[1] > MAX_MOVES:
        raise InvalidProblemError("/piece", f"a search allows at most {MAX_MOVES} moves from a square")
    quotient_of(problem)


def quotient_of(problem: SymmetricProblem) -> Quotient:
    """Return the quotient that is searched; InvalidProblemError where the board has no such symmetry."""
    name, board = problem.spec.symmetry, problem.board
    assert name is not None
    image = plane_symmetry(board, name)
    if image is None:
        raise InvalidProblemError("/symmetry", f"{board.label} has no symmetry {name} that moves a square")
    return Quotient(problem.graph, image, problem.spec.tours == "closed")


def verdict_on(problem: SymmetricProblem, whole: Existence) -> Existence | None:
    """Return the verdict on tours that the symmetry leaves as they are; None where only a search can tell.

    whole: the verdict on tours of any symmetry.
    """
    check_symmetry(problem)
    why = quotient_of(problem).refutation_reason
    return whole if whole.impossible else Existence("impossible", why) if why is not None else None


class QuotientEnumeration:
    """Counts, and on request stores, every tour that a symmetry leaves as it is."""

    def check(self, problem: EnumerateProblem) -> None:
        """Refuse fields that this search does not heed, boards of other sizes, and symmetries that boards lack."""
        _check_fields(problem.spec)
        check_symmetry(problem)

    def plan(self, problem: EnumerateProblem) -> Plan:
        """Plan one shard for each way; where no tour is possible, the reason is the answer."""
        self.check(problem)
        quotient = quotient_of(problem)
        if quotient.refutation_reason is not None:
            counts = _counts(problem, [0, 0, 0, 0], "proof")
            return Plan(result=Result(outcome="impossible", explanation=quotient.refutation_reason, counts=counts))
        if _in_order(problem.spec):
            return Plan(self.follow(problem, []))
        ways = range(len(quotient.ways))
        return Plan([_shard(way, WalkTarget(way=way, round=0, until=ROUND)) for way in ways])

    def follow(self, problem: EnumerateProblem, shards: Sequence[ShardRecord]) -> Sequence[ShardPlan]:
        """Return the paused shards, cut again; in search order, the next way with what is left to count and store."""
        if _in_order(problem.spec):
            return _next_way(problem, shards)
        return cut_again(shards, WalkTarget, _shard, SHARDS, ROUND)

    def merge(self, problem: EnumerateProblem, shards: Sequence[ShardRecord]) -> Result:
        """Add the shards up."""
        spec, total = problem.spec, counters_of(shards)
        limited = spec.limit is not None and _limit_progress(spec, total) >= limit_of(spec)
        return Result(
            outcome="limit" if limited else "complete",
            explanation="the limit was reached; counts are those up to it, in search order" if limited else None,
            counts=_counts(problem, total, METHOD),
        )


def _check_fields(spec: EnumerateSpecification) -> None:
    """Refuse fields that the search does not heed."""
    message = "with a symmetry each tour is met once, in one direction: only order, limit and store are heeded"
    refuse(spec, ("starts", "by_end", "visit", "prune", "connected_at"), message)
    if spec.store == "classes" and spec.limit is not None:
        raise InvalidProblemError("/store", "one tour of each class needs a search without a limit")


def _in_order(spec: EnumerateSpecification) -> bool:
    """Whether the order of the search matters."""
    return spec.limit is not None or isinstance(spec.store, FirstTours)


def _next_way(problem: EnumerateProblem, shards: Sequence[ShardRecord]) -> Sequence[ShardPlan]:
    spec, total, way = problem.spec, counters_of(shards), len(shards)
    left: dict[str, int] = {}
    if spec.limit is not None:
        left["limit"] = limit_of(spec) - _limit_progress(spec, total)
    if isinstance(spec.store, FirstTours):
        left["keep"] = max(0, spec.store.first - total[TOURS])
    if way == len(quotient_of(problem).ways) or left.get("limit", 1) <= 0:
        return ()
    return [_shard(way, WalkTarget.model_validate({"way": way, **left}))]


def _limit_progress(spec: EnumerateSpecification, total: Sequence[int]) -> int:
    """Return how much of the limit's quantity was counted."""
    assert spec.limit is not None
    return total[NODES if spec.limit.tours is None else TOURS]


def _shard(index: int, target: WalkTarget) -> ShardPlan:
    return ShardPlan(index, ", ".join(filter(None, [f"way {target.way + 1}", target.place])), target.to_json())


def _counts(problem: EnumerateProblem, total: Sequence[int], method: str) -> list[Count]:
    """Return the counts as elsewhere: of directed tours from every square, of cycles, and of the search."""
    tours, closed = total[TOURS], problem.spec.tours == "closed"
    directed = 2 * tours * (problem.board.size if closed else 1)
    values: list[tuple[str, Convention, int]] = [("tours", "directed", directed)]
    if closed:
        values.append(("cycles", "undirected", tours))
    if method != "proof":
        values += [("dead_ends", "directed", total[DEAD_ENDS]), ("nodes", "directed", total[NODES])]
        values += [("stored_tours", "undirected", tours)] if problem.spec.store == "all" else []
    return [Count(quantity=name, convention=way, value=str(value), method=method) for name, way, value in values]
