"""Tours up to symmetry, counted without listing any: the tours that each symmetry leaves as they are, and Burnside.

The number of classes is the mean, over all symmetries of the board, of the tours that the symmetry leaves as they are
(the lemma of Cauchy, Frobenius and Burnside). For the identity these are all tours, by the sweeps of an
enumeration; for any other, cycles and paths of the board folded by it, by sweeps of about half the squares at most.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.arrays import integer_of
from engine.boards.existence.decide import refutation
from engine.boards.existence.verdict import Existence
from engine.errors import InvalidProblemError
from engine.kinds.common.kind import Plan, ShardPlan, ShardRecord
from engine.kinds.common.target import Target
from engine.kinds.enumerate.search_options import enumeration_of
from engine.kinds.enumerate.specification import EnumerateProblem
from engine.kinds.enumerate.sweep.planner import METHOD, FrontierEnumeration, check_fits, is_sweep
from engine.kinds.symmetry.specification import KeptBySymmetry, SymmetryProblem
from engine.kinds.symmetry.symmetry_classes import SymmetryClass, symmetry_classes, types
from engine.search.frontier.estimate import estimate_problem
from engine.search.frontier.order import well_ordered_fold
from engine.specification.result import Count, Result

CLASSES = {"closed": "cycle_classes", "open": "open_classes"}
"""What is counted, by the specification's `tours`."""

Ends = tuple[int, ...]
Sums = Mapping[tuple[int, Ends], tuple[int, int]]
"""By symmetry and ends: cycles or paths of the folded board with an even and with an odd number of odd edges."""


MAX_CHECKED = 100
"""Squares of a board whose symmetries are looked at before a job is accepted."""


class FoldTarget(Target):
    """A sweep of the board folded by a symmetry, by its row: for cycles (no ends), paths from an end or between two."""

    symmetry: int
    ends: Ends = ()


def is_fold(target: Mapping[str, object]) -> bool:
    """Whether a shard with this target sweeps a folded board."""
    return "symmetry" in target


class SymmetryCounting:
    """The kind "symmetry"."""

    def check(self, problem: SymmetryProblem) -> None:
        """Refuse boards too wide for a sweep, and small boards with symmetries that this method cannot use.

        On larger boards the latter takes long, and is left to planning.
        """
        FrontierEnumeration().check(_all_tours(problem))
        if problem.board.size <= MAX_CHECKED and _refutation(problem) is None:
            _symmetries(problem)

    def plan(self, problem: SymmetryProblem) -> Plan:
        """Plan the sweeps for all tours, then those of the board folded by one symmetry of each class."""
        proof = _refutation(problem)
        if proof is not None:
            nothing = Count(quantity=CLASSES[problem.spec.tours], convention="undirected", value="0", method="proof")
            return Plan(result=Result(outcome="impossible", explanation=proof.explanation, counts=[nothing]))
        folds = _folds(problem)
        plan = FrontierEnumeration().plan(_all_tours(problem))
        if plan.result is not None:
            return replace(plan, result=_result(problem, plan.result, {}))
        return Plan([*plan.shards, *(replace(fold, index=len(plan.shards) + fold.index) for fold in folds)])

    def follow(self, problem: SymmetryProblem, shards: Sequence[ShardRecord]) -> Sequence[ShardPlan]:
        """Follow as the sweeps for all tours do."""
        sweeps = [shard for shard in shards if is_sweep(shard.target)]
        return FrontierEnumeration().follow(_all_tours(problem), sweeps, others=len(shards) - len(sweeps))

    def merge(self, problem: SymmetryProblem, shards: Sequence[ShardRecord]) -> Result:
        """Return the result of the finished sweeps."""
        sums = {}
        for shard in shards:
            if is_fold(shard.target) and shard.is_finished:
                target, found = FoldTarget.of(shard), shard.statistics
                sums[target.symmetry, target.ends] = integer_of(found["even"]), integer_of(found["odd"])
        sweeps = [shard for shard in shards if is_sweep(shard.target)]
        return _result(problem, FrontierEnumeration().merge(_all_tours(problem), sweeps), sums)


def _refutation(problem: SymmetryProblem) -> Existence | None:
    return refutation(problem.board, problem.piece, problem.spec.tours, problem.starts)


def _symmetries(problem: SymmetryProblem) -> tuple[SymmetryClass, ...]:
    """Return the classes of symmetries to count by; InvalidProblemError where the method cannot use one of them."""
    classes = symmetry_classes(problem.graph)
    for kept in classes:
        if problem.spec.tours == "closed" and kept.folded.free and not kept.folded.moves_along:
            message = f"has a symmetry of order {kept.folded.order}: only orders that are powers of 2 are counted"
            raise InvalidProblemError("/board", message)
    return classes


def _all_tours(problem: SymmetryProblem) -> EnumerateProblem:
    return enumeration_of(problem, method=METHOD)


def _required_sweeps(problem: SymmetryProblem, kept: SymmetryClass) -> list[Ends]:
    """Return the sweeps that count the tours left as they are: open and closed ones must be counted apart."""
    folded, closed = kept.folded, problem.spec.tours == "closed"
    if len(folded.orbits) == 1:
        return []
    along: list[Ends] = [()] if closed and folded.moves_along and folded.few_cycles() is None else []
    turned = folded.turning(closed=True)
    return [*along, *turned, *([] if closed else folded.turning(closed=False))]


def _folds(problem: SymmetryProblem) -> list[ShardPlan]:
    plans: list[ShardPlan] = []
    for kept in _symmetries(problem):
        for ends in _required_sweeps(problem, kept):
            check_fits(estimate_problem(well_ordered_fold(problem.graph, kept.folded, ends)))
            name = {0: "cycles", 1: "paths from the middle", 2: "paths through the middle"}[len(ends)]
            target = FoldTarget(symmetry=kept.row, ends=ends)
            plans.append(ShardPlan(len(plans), f"{kept.name}: {name}", target.to_json()))
    return plans


def _count_fixed(problem: SymmetryProblem, one: SymmetryClass, sums: Sums) -> KeptBySymmetry | None:
    """Return the tours that each symmetry of a class leaves as they are; None until all its sweeps are known."""
    if any((one.row, ends) not in sums for ends in _required_sweeps(problem, one)):
        return None
    folded, along, turned = one.folded, 0, 0
    pairs = {ends: sum(sums[one.row, ends]) for ends in folded.turning(closed=True)}
    if problem.spec.tours == "closed":
        few = folded.few_cycles()
        if folded.moves_along:
            along = sums[one.row, ()][1] if few is None else few
        turned = sum(pairs.values())
    else:
        alone = len(folded.orbits) == 1
        paths = 1 if alone else sum(sum(sums[one.row, ends]) for ends in folded.turning(closed=False))
        turned = paths - sum(tours * len({*ends} & {*folded.beside}) for ends, tours in pairs.items())
    return KeptBySymmetry(
        symmetry=one.name,
        symmetries=len(one.rows),
        order=folded.order,
        moved_along=str(along),
        turned_round=str(turned),
    )


def _result(problem: SymmetryProblem, everything: Result, sums: Sums) -> Result:
    """Return the result known from these sums; with the counts up to symmetry once all are known."""
    classes = symmetry_classes(problem.graph)
    rows = [_count_fixed(problem, one, sums) for one in classes]
    known = [row for row in rows if row is not None]
    result = Result(counts=everything.counts, extra={"symmetries": [row.model_dump() for row in known]})
    total = _count_undirected(problem, everything)
    if total is None or len(known) < len(classes):
        return result
    tours = {element: row.tours for one, row in zip(classes, known, strict=True) for element in one.rows} | {0: total}
    name, value = CLASSES[problem.spec.tours], str(sum(tours.values()) // len(tours))
    result.counts = [*everything.counts, Count(quantity=name, convention="undirected", value=value, method=METHOD)]
    result.extra["types"] = [row.model_dump() for row in types(problem.board, tours)]
    return result


def _count_undirected(problem: SymmetryProblem, everything: Result) -> int | None:
    """Return the number of undirected tours of the requested sort."""
    values = {count.quantity: int(count.value) for count in everything.counts}
    if not values:
        return None
    return values["cycles"] if problem.spec.tours == "closed" else values["tours"] // 2
