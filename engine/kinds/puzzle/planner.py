"""Puzzles: one shard for each random stream makes one, and the best of them is the result."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from engine.boards.existence.decide import refutation
from engine.errors import InvalidProblemError
from engine.kinds.common.kind import OneRound, Plan, ShardPlan, ShardRecord
from engine.kinds.common.target import Target
from engine.kinds.complete.grids import grid_of
from engine.kinds.complete.planner import check_size
from engine.kinds.puzzle.specification import PuzzleProblem
from engine.specification.result import Count, Result

LEVELS = ((0, "direct"), (10, "few-guesses"), (100, "many-guesses"))
"""The most guesses of each level of puzzles, and its name."""

HARDEST = "search"


class PuzzleTarget(Target):
    """The stream that a puzzle is made from."""

    stream: int


class PuzzleMaking(OneRound):
    """Makes puzzles with one solution, and keeps the one with the fewest numbers."""

    def check(self, problem: PuzzleProblem) -> None:
        """Refuse boards that are too large, and a given tour that is no tour or not of the requested sort."""
        check_size(problem)
        tour, graph, name = hidden_tour(problem), problem.graph, problem.board.square
        if tour is None:
            return
        if len(tour) != graph.size:
            raise InvalidProblemError("/tour", f"has {len(tour)} squares, the board {graph.size}")
        for place, (one, two) in enumerate(itertools.pairwise(tour)):
            if not graph.adjacent(one, two):
                raise InvalidProblemError(f"/tour/{place + 1}", f"{name(one)} and {name(two)} are no move apart")
        closed, required = len(tour) > 2 and graph.adjacent(tour[-1], tour[0]), problem.spec.tours
        if required != "any" and closed != (required == "closed"):
            raise InvalidProblemError("/tour", f"is {'closed' if closed else 'open'}, and tours are {required}")

    def plan(self, problem: PuzzleProblem) -> Plan:
        """Plan a shard for each stream, unless it is proved that there is no tour."""
        self.check(problem)
        proof = None
        if problem.spec.tour is None:
            proof = refutation(problem.board, problem.piece, problem.spec.tours, problem.starts)
        if proof is not None:
            count = Count(quantity="tours", value="0", method="proof")
            return Plan(result=Result(outcome="impossible", explanation=proof.explanation, counts=[count]))
        streams = range(problem.spec.rng.streams)
        return Plan([ShardPlan(one, f"stream {one + 1}", PuzzleTarget(stream=one).to_json()) for one in streams])

    def merge(self, problem: PuzzleProblem, shards: Sequence[ShardRecord]) -> Result:
        """Return the puzzle with the fewest numbers; among these the one with the fewest guesses, then the first."""
        made = [(*_figures(shard), shard) for shard in shards if shard.is_finished and "kept" in shard.statistics]
        if not made:
            return _none(problem) if shards and all(shard.is_finished for shard in shards) else Result()
        givens, guesses, best = min(made, key=lambda one: one[:2])
        _, needed, hard, _, known = best.statistics["figures"].tolist()
        tour, kept = best.statistics["tour"].tolist(), best.statistics["kept"]
        at = {square: time for time, square in enumerate(tour) if kept[square]}
        return Result(
            extra={
                "puzzle": {
                    "grid": grid_of(problem.board, at),
                    "givens": givens,
                    "level": next((name for most, name in LEVELS if guesses <= most), HARDEST),
                    "guesses": guesses,
                    "known_at_once": known,
                    "needed": needed,
                    "kept_for_ease": hard,
                    "made": [list(one[:2]) for one in made],
                    "solution": [problem.board.square(square) for square in tour],
                }
            },
        )


def hidden_tour(problem: PuzzleProblem) -> list[int] | None:
    """Return the squares of the tour that the specification gives, by number; None where it gives none."""
    tour = problem.spec.tour
    return None if tour is None else [problem.board.index(square) for square in tour]  # type: ignore[arg-type]  # normal


def _figures(shard: ShardRecord) -> tuple[int, int]:
    """Return the numbers left on the board, and the guesses in the proof that the solution is the only one."""
    _, _, _, guesses, _ = shard.statistics["figures"].tolist()
    return int(shard.statistics["kept"].sum()), guesses


def _none(problem: PuzzleProblem) -> Result:
    sort = "tour" if problem.spec.tours == "any" else f"{problem.spec.tours} tour"
    return Result(outcome="not-found", explanation=f"random walks found no {sort}; name one in `tour`")
