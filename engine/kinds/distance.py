"""Jobs of kind `distance`: one shard, whose arrays become tables, paths and the algebra of the moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.boards.board import Board
from engine.boards.piece import directions_of
from engine.distances.lattice import general_solution
from engine.kinds.base import Arrays, Plan, ShardPlan, ShardRecord
from engine.specification.kinds import DistanceSpecification
from engine.specification.problem import Problem, resolve
from engine.specification.result import Distance, Result

MAX_LISTED = 1 << 14
"""Boards of at most this many squares get a row for every square; larger ones the numbers by distance."""

MAX_KERNEL_DIRECTIONS = 64
"""Pieces with more directions get the smallest combination only: the general solution would fill pages."""


class Distances:
    """How a distance job is planned and its result put together."""

    def plan(self, spec: DistanceSpecification) -> Plan:
        """One shard: a search is over in a second on all but the largest boards."""
        problem = resolve(spec)
        number_of(problem.board, spec.from_)
        return Plan(shards=[ShardPlan(0, f"from {spec.from_}", {})])

    def follow(self, spec: DistanceSpecification, shards: Sequence[ShardRecord]) -> Sequence[ShardPlan]:  # noqa: ARG002  the kinds' common interface
        """There is no second round."""
        return ()

    def merge(self, spec: DistanceSpecification, shards: Sequence[ShardRecord]) -> Result:
        """Turn the arrays of the shard into tables and words."""
        problem = resolve(spec)
        arrays = shards[0].statistics if shards else {}
        extra: dict[str, Any] = {}
        if "histogram" in arrays:
            extra |= _reach(problem, arrays["histogram"])
        if "diameter" in arrays:
            extra["diameter"] = int(arrays["diameter"][0])
        if "path" in arrays:
            extra["path"] = _squares(problem.board, arrays["path"])
        if "walk_length" in arrays:
            extra["walk"] = _walk(problem.board, arrays)
        if "combination" in arrays:
            extra["algebra"] = _algebra(spec, problem, arrays["combination"])
        return Result(distances=_rows(spec, problem.board, arrays), extra=extra, explanation=_explain(spec, extra))


def target_of(spec: DistanceSpecification, board: Board) -> int | None:
    """Return the number of the square `to`, None for all."""
    return None if spec.to == "all" else number_of(board, spec.to)


def number_of(board: Board, square: list[int] | str) -> int:
    """Return the number of a square of a normalised specification."""
    assert not isinstance(square, str)
    return board.index(square)


def _squares(board: Board, numbers: NDArray[Any]) -> list[list[int]]:
    return [board.square(int(number)) for number in numbers]


def _rows(spec: DistanceSpecification, board: Board, arrays: Arrays) -> list[Distance]:
    """Return one row per listed square: every square of small boards, or the target alone."""
    if "distance" not in arrays or "limbs" not in arrays:
        return []
    target = target_of(spec, board)
    squares = board.coordinates.tolist() if target is None else [board.square(target)]
    counts = [int.from_bytes(row.tobytes(), "little") for row in np.asarray(arrays["limbs"]).astype("<u4")]
    return [
        Distance(square=square, distance=None if moves < 0 else moves, shortest_paths=str(count))
        for square, moves, count in zip(squares, np.asarray(arrays["distance"]).tolist(), counts, strict=True)
    ]


def _reach(problem: Problem, histogram: NDArray[Any]) -> dict[str, Any]:
    """Return what the numbers of squares by distance tell."""
    reachable = int(np.sum(histogram))
    return {
        "squares_by_distance": np.asarray(histogram).tolist(),
        "reachable": reachable,
        "unreachable": problem.board.size - reachable,
        "eccentricity": len(histogram) - 1,
    }


def _walk(board: Board, arrays: Arrays) -> dict[str, Any]:
    length, bound = (int(np.asarray(arrays[name])[0]) for name in ("walk_length", "walk_bound"))
    if length < 0:
        return {"length": None, "exact": True, "collected": [], "squares": []}
    return {
        "length": length,
        "lower_bound": bound,
        "exact": length == bound,
        "collected": _squares(board, arrays["collected"]),
        "squares": _squares(board, arrays["walk"]),
    }


def _algebra(spec: DistanceSpecification, problem: Problem, combination: NDArray[Any]) -> dict[str, Any]:
    """Return the equation (sum of moves = displacement), its smallest solution and, for small pieces, all of them."""
    assert not isinstance(spec.from_, str)
    assert not isinstance(spec.to, str)
    displacement = [b - a for a, b in zip(spec.from_, spec.to, strict=True)]
    directions = directions_of(problem.piece, problem.board.dimensions)
    algebra: dict[str, Any] = {
        "displacement": displacement,
        "directions": [list(direction) for direction in directions],
        "solvable": len(combination) > 0,
    }
    if len(combination):
        algebra |= {"combination": np.asarray(combination).tolist(), "moves": int(np.sum(combination))}
    if len(directions) <= MAX_KERNEL_DIRECTIONS:
        solution = general_solution(directions, displacement)
        if solution is not None:
            algebra["general_solution"] = {"particular": solution.particular, "kernel": solution.kernel}
    return algebra


def _explain(spec: DistanceSpecification, extra: dict[str, Any]) -> str | None:
    """Say in words what is unusual about the result."""
    words = []
    if extra.get("unreachable"):
        words.append(f"{extra['unreachable']} squares cannot be reached from {spec.from_}")
    walk = extra.get("walk")
    if walk and walk["length"] is None:
        words.append("no walk collects all the squares: some cannot be reached")
    elif walk and not walk["exact"]:
        words.append(
            f"the walk of {walk['length']} moves is the best found; no walk has fewer than {walk['lower_bound']}"
        )
    return "; ".join(words) or None
