"""Construction of one tour: a single shard that tries method after method."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.boards.move_graph import check_table
from engine.boards.squares import parse_square
from engine.errors import InvalidProblemError
from engine.features.table import has_line
from engine.kinds.common.kind import OneRound, Plan, ShardPlan, ShardRecord
from engine.kinds.construct.specification import ConstructProblem
from engine.kinds.enumerate.quotient.planner import check_symmetry
from engine.specification.result import Count, Result

MAX_STORED = 1_000_000
"""Tours of more squares than this are not stored: the result has a recipe and the digest of the tour."""

MAX_EXTREME_SQUARES = 10_000
"""Exchanges of moves are tried on boards of at most this many squares."""

WALKS = ("warnsdorff", "pohl", "roth")
"""The methods that walk by a rule: the names of engine/construction/heuristics/rules.py, which loads kernels."""


class Construction(OneRound):
    """Finds one tour, or proves that there is none."""

    def check(self, problem: ConstructProblem) -> None:
        """Refuse combinations of fields that a method has no meaning for."""
        spec, board = problem.spec, problem.board
        if spec.symmetry is not None:
            check_symmetry(problem)
            for pointer, square in (("/start", spec.start), ("/end", spec.end)):
                if square is not None:
                    message = "a search for a symmetric tour cannot aim at a first or last square"
                    raise InvalidProblemError(pointer, message)
        if spec.fewest is not None or spec.most is not None:
            _check_extreme(problem, "/most" if spec.fewest is None else "/fewest")
        flat = board.surface == "flat" and board.present is None and spec.piece == "knight"
        start = None if spec.start is None else parse_square(board, spec.start, "/start")
        if spec.method == "blocks" and not flat:
            raise InvalidProblemError("/method", "blocks tour whole flat boards by knights; try two-factor or search")
        if spec.method in (*WALKS, "squirrel-cull") and spec.end is not None:
            raise InvalidProblemError("/end", f"{spec.method} cannot aim at a last square; try auto, blocks or search")
        if spec.method == "squirrel-cull":
            if not flat:
                raise InvalidProblemError("/method", "squirrel-cull walks on whole flat boards by knights")
            if spec.tours == "closed":
                raise InvalidProblemError("/tours", "the tours of squirrel-cull are open")
            if start not in (None, 0):
                raise InvalidProblemError("/start", "squirrel-cull starts on [1, 1]")
        if spec.method not in ("blocks", "squirrel-cull") and not (spec.method == "auto" and flat):
            check_table(board, problem.piece)
        if spec.until == "all" and spec.method not in WALKS:
            raise InvalidProblemError("/until", f"only {', '.join(WALKS)} make attempts to be counted")

    def plan(self, problem: ConstructProblem) -> Plan:
        """Plan one shard; refuse what the method cannot do."""
        self.check(problem)
        return Plan([ShardPlan(0, f"{problem.spec.method} on {problem.board.label}", {})])

    def merge(self, _problem: ConstructProblem, shards: Sequence[ShardRecord]) -> Result:
        """Turn the shard's report into a result."""
        report = read_report(shards[0].statistics.get("report"))
        if report is None:
            return Result(outcome="not-found", explanation="not begun")
        counts = [_count(stage, name) for stage in report["stages"] for name in ("attempts", "successes")]
        extra = {key: report[key] for key in ("stages", "tour", "extreme") if key in report}
        return Result(outcome=report["outcome"], explanation=report["explanation"], counts=counts, extra=extra)


def _check_extreme(problem: ConstructProblem, pointer: str) -> None:
    """Refuse an extreme of what has none, or that cannot be looked for among the requested tours."""
    spec = problem.spec
    if not has_line(problem.board, problem.piece):
        raise InvalidProblemError(pointer, "is counted of the knight's tours of flat boards")
    if problem.board.size > MAX_EXTREME_SQUARES:
        raise InvalidProblemError("/board", f"exchanges are tried on at most {MAX_EXTREME_SQUARES} squares")
    if spec.tours == "any":
        raise InvalidProblemError("/tours", 'an extreme is one of closed or of open tours: say "closed" or "open"')
    if spec.symmetry is not None:
        raise InvalidProblemError("/symmetry", "exchanges of moves do not keep a symmetry")
    if spec.until == "all":
        raise InvalidProblemError("/until", "an extreme is looked for from the first tour on")


def read_report(packed: NDArray[np.generic] | None) -> dict[str, Any] | None:
    """Return the runner's report from its array of UTF-8 bytes; None before the first slice."""
    if packed is None or len(packed) == 0:
        return None
    report: dict[str, object] = json.loads(np.asarray(packed, dtype=np.uint8).tobytes())
    return report


def write_report(report: Mapping[str, object]) -> NDArray[np.uint8]:
    """Return a report as an array of UTF-8 bytes."""
    return np.frombuffer(json.dumps(report, sort_keys=True).encode(), dtype=np.uint8).copy()


def _count(stage: Mapping[str, object], quantity: str) -> Count:
    return Count(quantity=quantity, convention="directed", value=str(stage[quantity]), method=stage["method"])
