"""Jobs of kind `uncrossed`: one shard, a sweep over the moves of the board."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.errors import InvalidProblemError
from engine.kinds.common.kind import OneRound, Plan, ShardPlan, ShardRecord
from engine.kinds.uncrossed.specification import UncrossedProblem
from engine.specification.result import Count, Result

MAX_MOVES = 1024
"""Moves of a board at most: of each two it is known whether they cross."""

MAX_SPAN = 250
"""Squares at most that are numbered from one end of a move to the other: a state names places among this many."""

METHOD = "sweep"
QUANTITIES = {"open": "uncrossed_path", "closed": "uncrossed_cycle"}
"""What is found, by the specification's `tours`."""

MANY = 2**64 - 1
"""From this many paths on their number is not reported."""


class UncrossedPaths(OneRound):
    """The kind "uncrossed"."""

    def check(self, problem: UncrossedProblem) -> None:
        """Refuse boards that have no drawing on paper, and those that are too large."""
        board, piece = problem.board, problem.piece
        if board.surface != "flat":
            raise InvalidProblemError(
                "/board", f"moves are drawn as straight segments on flat boards, and {board.label} is none"
            )
        moves = problem.graph.edges
        if moves > MAX_MOVES:
            raise InvalidProblemError("/board", f"{board.label} has {moves} moves, more than the {MAX_MOVES} allowed")
        if max(piece) * min(board.shape) + max(piece) >= MAX_SPAN:
            raise InvalidProblemError("/piece", f"a leap of {max(piece)} is too long on {board.label}")

    def plan(self, problem: UncrossedProblem) -> Plan:
        """Plan the sweep."""
        self.check(problem)
        return Plan([ShardPlan(0, "sweep", {})])

    def merge(self, problem: UncrossedProblem, shards: Sequence[ShardRecord]) -> Result:
        """Return the longest path found, and whether there may be longer ones.

        An exact length is a figure of the board, too: 0 where there is no cycle, as in OEIS A157416.
        """
        arrays = shards[0].statistics if shards else {}
        if "length" not in arrays:
            return Result()
        length, number, left_out = (int(arrays[name][0]) for name in ("length", "number", "left_out"))
        is_finished = shards[0].is_finished
        exact = is_finished and length >= left_out
        bound = max(length, left_out, 0) if is_finished else longest_possible(problem)
        found: dict[str, object] = {"length": None if length < 0 else length, "upper_bound": bound, "exact": exact}
        if is_finished and length > left_out and number < MANY:
            found["paths"] = str(number)
        extra: dict[str, object] = {"uncrossed": found}
        if length >= 0:
            extra["path"] = problem.board.squares(arrays["path"])
        limited = is_finished and not exact
        why = "the width was reached: states were left out that may lead to more moves" if limited else None
        figure = Count(
            quantity=QUANTITIES[problem.spec.tours], convention="undirected", value=str(max(0, length)), method=METHOD
        )
        counts = [figure] if exact else []
        return Result(outcome="limit" if limited else "complete", counts=counts, extra=extra, explanation=why)


def longest_possible(problem: UncrossedProblem) -> int:
    """Return the largest possible number of moves of a path or cycle that visits no square twice."""
    reached = int(np.count_nonzero(problem.graph.degrees))
    return reached if problem.spec.tours == "closed" else max(0, reached - 1)
