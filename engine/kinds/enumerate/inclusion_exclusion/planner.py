"""Enumeration by inclusion and exclusion: tours by end from one square of each class, combined as for sweeps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.errors import InvalidProblemError
from engine.kinds.common.kind import OneRound, Plan, ShardPlan, ShardRecord
from engine.kinds.common.target import StartTarget
from engine.kinds.enumerate.search.planner import one_square
from engine.kinds.enumerate.specification import EnumerateProblem
from engine.kinds.enumerate.sweep.planner import Sweeps, refuse_unswept
from engine.search.permanent_bound import bits_at_most
from engine.specification.result import Result

METHOD = "inclusion-exclusion"

MAX_SQUARES = 32
"""2^31 sets of squares are an hour of work, and each further square doubles it."""

PART = 1 << 19
"""Sets of squares in a shard: about a second of work; more where a start square would have too many shards."""

MAX_PARTS = 64
SECONDS_PER_TERM = 1e-9
"""For each square of a set, and each move inside it, at each step of a walk; `experiments.dense` measures it."""


class SetsTarget(StartTarget):
    """The sets of squares numbered from first to last - 1, with the start square.

    why: the reason, where `auto` chose the method.
    """

    first: int
    last: int
    why: str | None = None


def is_sets(target: Mapping[str, object]) -> bool:
    """Whether a shard with this target is a range of sets."""
    return "last" in target


def all_sets(problem: EnumerateProblem) -> int:
    """Return the number of sets over all start squares; the unit of work is a set."""
    return len(_starts(problem)) << (problem.board.size - 1)


def expected_seconds(problem: EnumerateProblem) -> float:
    """Estimate the time of all sets; InvalidProblemError where the method cannot do the job."""
    InclusionExclusion().check(problem)
    size, moves = problem.board.size, int(problem.graph.degrees.sum())
    return all_sets(problem) * (size - 1) * (size / 2 + moves / 4) * SECONDS_PER_TERM


class InclusionExclusion(OneRound):
    """Counts tours by end from each start square that matters."""

    def check(self, problem: EnumerateProblem) -> None:
        """Refuse fields that only a search heeds, boards of too many squares, and counts that may pass 64 bits."""
        refuse_unswept(problem.spec)
        if problem.board.size > MAX_SQUARES:
            raise InvalidProblemError("/board", f"{METHOD} takes boards of at most {MAX_SQUARES} squares")
        if any(bits_at_most(problem.graph, start) >= 64 for start in _starts(problem)):
            raise InvalidProblemError("/board", f"{METHOD} adds 64-bit numbers; there may be more tours than they hold")

    def plan(self, problem: EnumerateProblem) -> Plan:
        """Plan the sets with each start square, PART by PART."""
        self.check(problem)
        if problem.board.size == 1:
            return Plan(result=one_square(problem))
        sets = 1 << (problem.board.size - 1)
        length = max(PART, sets // MAX_PARTS)
        parts = [(start, first) for start in _starts(problem) for first in range(0, sets, length)]
        if not parts:
            return Plan(result=Sweeps(problem, METHOD).result({}))
        return Plan([
            ShardPlan(
                index,
                f"start {problem.board.square(start)}, sets from {first}",
                SetsTarget(start=start, first=first, last=min(first + length, sets)).to_json(),
            )
            for index, (start, first) in enumerate(parts)
        ])  # fmt: skip

    def merge(self, problem: EnumerateProblem, shards: Sequence[ShardRecord]) -> Result:
        """Return the result known from those start squares whose sets are all counted."""
        open_starts = {SetsTarget.of(shard).start for shard in shards if not shard.is_finished}
        by_end = {start: _ends(start, shards) for start in _starts(problem) if start not in open_starts}
        closing = {start: problem.graph.closing_ends(start) for start in by_end}
        values = {}
        for sweep in Sweeps(problem, METHOD).list_sweeps():
            start = sweep[0] if sweep else next(iter(by_end), None)
            if start is None or start not in by_end:
                continue
            ends = by_end[start]
            chosen = ends[closing[start]] if not sweep else ends if len(sweep) == 1 else ends[[sweep[1]]]
            values[sweep] = sum(chosen.tolist()) // (1 if sweep else 2)
        return Sweeps(problem, METHOD).result(values)


def _starts(problem: EnumerateProblem) -> list[int]:
    """Return the squares from which tours have to be counted; for cycles alone, square 0."""
    if problem.board.size == 1:
        return []
    needed = Sweeps(problem, METHOD).list_sweeps()
    return sorted({sweep[0] for sweep in needed if sweep}) or [0] * bool(needed)


def _ends(start: int, shards: Sequence[ShardRecord]) -> NDArray[np.uint64]:
    """Return the tours from `start` by last square: uint64 (squares,)."""
    parts = [shard.statistics["ends"] for shard in shards if SetsTarget.of(shard).start == start]
    ends: NDArray[np.uint64] = np.sum(parts, axis=0, dtype=np.uint64)
    return ends
