"""Certificates: the counts of an enumeration made again, modulo a prime and by sweeps in another order of squares.

The sweeps are those that the enumeration needs, each in an order that has no cut in common with the usual one
(engine/search/frontier/second_order.py). The caller, who knows the counts, decides whether they agree.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256

import numpy as np

from engine.boards.existence.decide import refutation
from engine.errors import InvalidProblemError
from engine.kinds.certificate.specification import CertificateFigures, CertificateProblem, Residue, SweepOrder
from engine.kinds.common.kind import Plan, ShardPlan, ShardRecord
from engine.kinds.enumerate.search_options import enumeration_of
from engine.kinds.enumerate.specification import EnumerateProblem
from engine.kinds.enumerate.sweep.planner import METHOD, FrontierEnumeration, check_fits
from engine.kinds.enumerate.sweep.target import SweepTarget
from engine.search.frontier.estimate import estimate_problem
from engine.search.frontier.prime import MODULUS
from engine.search.frontier.second_order import otherwise_ordered
from engine.specification.result import Result

HALF = (MODULUS + 1) // 2
"""Inverse of 2 modulo the prime."""


class Certification:
    """The kind "certificate"."""

    def check(self, problem: CertificateProblem) -> None:
        """Refuse boards on which a sweep is hopeless."""
        FrontierEnumeration().check(_enumerate_problem(problem))

    def plan(self, problem: CertificateProblem) -> Plan:
        """Plan the sweeps; InvalidProblemError where there is nothing to sweep, or no second order fits."""
        proof = refutation(problem.board, problem.piece, problem.spec.tours, problem.starts)
        if proof is not None:
            raise InvalidProblemError("/board", f"no sweep is needed, there is a proof: {proof.explanation}")
        plan = FrontierEnumeration().plan(_enumerate_problem(problem))
        if plan.result is not None:
            raise InvalidProblemError("/board", "no sweep is needed to count these tours")
        check_fits(estimate_problem(otherwise_ordered(problem.graph, SweepTarget.of(plan.shards[-1]).sweep)))
        return plan

    def follow(self, problem: CertificateProblem, shards: Sequence[ShardRecord]) -> Sequence[ShardPlan]:
        """Follow as the sweeps of an enumeration do."""
        return FrontierEnumeration().follow(_enumerate_problem(problem), shards)

    def merge(self, problem: CertificateProblem, shards: Sequence[ShardRecord]) -> Result:
        """Return the residues: totals once all sweeps are done, those of a start square as soon as its sweeps are."""
        found = CertificateFigures(
            modulus=str(MODULUS),
            orders=[_order(problem, shard) for shard in shards if "count" in shard.statistics],
            residues=list(_residues(problem, FrontierEnumeration().merge(_enumerate_problem(problem), shards))),
        )
        return Result(extra={"certificate": found.model_dump(mode="json")})


def _enumerate_problem(problem: CertificateProblem) -> EnumerateProblem:
    """Return the enumeration that needs the same sweeps."""
    return enumeration_of(problem, starts=problem.spec.starts, by_end=problem.spec.by_end, method=METHOD)


def _order(problem: CertificateProblem, shard: ShardRecord) -> SweepOrder:
    order = shard.statistics["order"].astype("<i4")
    return SweepOrder(
        sweep=[problem.board.square(square) for square in SweepTarget.of(shard).sweep],
        digest=sha256(order.tobytes()).hexdigest(),
        states=int(np.sum(shard.statistics["widths"])),
    )


def _residues(problem: CertificateProblem, counted: Result) -> Iterator[Residue]:
    """Yield the residues, under the names of facts, from an enumeration's result that was computed from residues."""
    asked = "tours" if problem.spec.tours == "any" else problem.spec.tours
    totals = {count.quantity: int(count.value) for count in counted.counts}
    for name in dict.fromkeys((asked, "closed")) if totals else ():
        yield _residue(name, totals["tours" if name == asked else name])
    rows = counted.squares
    if totals and rows:
        yield _residue("cycles", int(rows[0].closed or 0) * HALF, convention="undirected")
    for row in rows:
        yield _residue(asked, int(row.tours or 0), square=row.square)
        if asked != "closed":
            yield _residue("closed", int(row.closed or 0), square=row.square)
    for end in counted.ends:
        yield _residue(asked, int(end.tours), square=end.start, end=end.end)


def _residue(quantity: str, number: int, **of: object) -> Residue:
    return Residue.model_validate(
        {"quantity": quantity, "convention": "directed", "residue": str(number % MODULUS), **of}
    )
