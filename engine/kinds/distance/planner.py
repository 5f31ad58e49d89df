"""Jobs of kind `distance`: a shard's arrays become tables, paths and the algebra of the moves.

A source needs one shard, a table of all pairs one for every square. The distances from all squares to one are those
from it to all, as every move can be reversed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.boards.board import Board
from engine.boards.piece import directions_of
from engine.distances.lattice import general_solution
from engine.errors import InvalidProblemError
from engine.kinds.common.kind import OneRound, Plan, ShardPlan, ShardRecord
from engine.kinds.common.target import Target
from engine.kinds.distance.specification import DistanceProblem, DistanceSpecification
from engine.specification.result import Distance, Result

MAX_LISTED = 1 << 14
"""Boards of at most this many squares get a row for every square; larger ones the numbers at each distance."""

MAX_ORDERED = 1024
"""Boards of at most this many squares get the squares in the order of two searches; larger ones their number only."""

MAX_COLLECTED = 16
"""The most squares that a walk with barred squares collects: it keeps a table for each subset of them."""

EVERY_SQUARE = -1
"""The body of a walk that visits no square twice."""

MAX_PAIRED = 128
"""Boards of at most this many squares can have all pairs listed: as many rows as `MAX_LISTED`."""

MAX_KERNEL_DIRECTIONS = 64
"""Pieces with more directions get the smallest combination only: the general solution would fill pages."""


class SourceTarget(Target):
    """The number of the square that a search begins on; None where the specification names it."""

    source: int | None = None


class Distances(OneRound):
    """How a distance job is planned and its result put together."""

    def check(self, problem: DistanceProblem) -> None:
        """Refuse to list all pairs of too many squares."""
        if all_pairs(problem.spec) and problem.board.size > MAX_PAIRED:
            raise InvalidProblemError(
                "/from",
                f"all pairs are listed on boards of at most {MAX_PAIRED} squares, "
                f"this one has {problem.board.size}; name one",
            )
        if problem.spec.walk is not None:
            _check_barred(problem)

    def plan(self, problem: DistanceProblem) -> Plan:
        """Make a shard for each source: a search is over in a second on all but the largest boards."""
        self.check(problem)
        spec, board = problem.spec, problem.board
        if not all_pairs(spec):
            return Plan(shards=[ShardPlan(0, f"from {spec.from_} to {spec.to}", {})])
        targets = [SourceTarget(source=number).to_json() for number in range(board.size)]
        return Plan(shards=[ShardPlan(n, f"from {board.square(n)}", target) for n, target in enumerate(targets)])

    def merge(self, problem: DistanceProblem, shards: Sequence[ShardRecord]) -> Result:
        """Turn the arrays of the shards into tables and words."""
        if all_pairs(problem.spec):
            return _all_pairs(problem, shards)
        arrays = shards[0].statistics if shards else {}
        extra: dict[str, object] = {}
        if "histogram" in arrays:
            extra |= _reach(problem.board.size, arrays["histogram"])
        if "diameter" in arrays:
            extra["diameter"] = int(arrays["diameter"][0])
        if "breadth_first" in arrays:
            extra["orders"] = _orders(problem.board, arrays)
        if "path" in arrays:
            extra["path"] = problem.board.squares(arrays["path"])
        if "walk_length" in arrays:
            extra["walk"] = _walk(problem, arrays)
        if "combination" in arrays:
            extra["algebra"] = _algebra(problem, arrays["combination"], arrays.get("combination_bound"))
        _, target = endpoints(problem, SourceTarget())
        rows = _rows(problem.board, target, arrays)
        return Result(distances=rows, extra=extra, explanation=_explain(problem.spec, extra))


def all_pairs(spec: DistanceSpecification) -> bool:
    """Whether the specification asks for the distances between all pairs of squares."""
    return spec.from_ == spec.to == "all"


def endpoints(problem: DistanceProblem, target: SourceTarget) -> tuple[int, int | None]:
    """Return the numbers of the squares that a shard's search begins and ends on; None as the end for all squares."""
    if target.source is not None:
        return target.source, None
    spec, board = problem.spec, problem.board
    source = spec.to if spec.from_ == "all" else spec.from_
    end = None if "all" in (spec.from_, spec.to) else number_of(board, spec.to)
    return number_of(board, source), end


def body_of(spec: DistanceSpecification) -> int:
    """Return how many squares a walk bars at its start: those a snake covers, or EVERY_SQUARE."""
    return EVERY_SQUARE if spec.walk == "once" else spec.body or 1


def _check_barred(problem: DistanceProblem) -> None:
    """Refuse a walk with barred squares that is too large to be searched for."""
    if len(problem.spec.via) > MAX_COLLECTED:
        raise InvalidProblemError("/via", f"such a walk collects at most {MAX_COLLECTED} squares")
    if problem.board.size > MAX_LISTED:
        raise InvalidProblemError("/walk", f"such a walk is looked for on boards of at most {MAX_LISTED} squares")
    if len(directions_of(problem.piece, problem.board.dimensions)) > MAX_KERNEL_DIRECTIONS:
        raise InvalidProblemError("/walk", f"such a walk is looked for with at most {MAX_KERNEL_DIRECTIONS} directions")


def number_of(board: Board, square: list[int] | str) -> int:
    """Return the number of a square of a normalised specification."""
    assert not isinstance(square, str)
    return board.index(square)


def _all_pairs(problem: DistanceProblem, shards: Sequence[ShardRecord]) -> Result:
    """Return the rows of all shards, and the number of ordered pairs of squares at each distance."""
    board = problem.board
    rows: list[Distance] = []
    pairs = np.zeros(board.size, dtype=np.int64)
    for shard in shards:
        start = board.square(endpoints(problem, SourceTarget.of(shard))[0])
        rows += [row.model_copy(update={"start": start}) for row in _rows(board, None, shard.statistics)]
        counts = np.asarray(shard.statistics.get("histogram", ()), dtype=np.int64)
        pairs[: len(counts)] += counts
    diameter = int(np.flatnonzero(pairs)[-1]) if pairs.any() else 0
    extra = {"pairs_by_distance": pairs[: diameter + 1].tolist(), "diameter": diameter}
    unreachable = board.size**2 - int(pairs.sum())
    words = f"{unreachable} of {board.size**2} ordered pairs of squares have no way between them"
    return Result(distances=rows, extra=extra, explanation=words if unreachable else None)


def _rows(board: Board, target: int | None, arrays: Arrays) -> list[Distance]:
    """Return one row per listed square: every square of small boards, or the target alone."""
    if "distance" not in arrays or "limbs" not in arrays:
        return []
    squares = board.coordinates.tolist() if target is None else [board.square(target)]
    counts = [int.from_bytes(row.tobytes(), "little") for row in np.asarray(arrays["limbs"]).astype("<u4")]
    return [
        Distance(square=square, distance=None if moves < 0 else moves, shortest_paths=str(count))
        for square, moves, count in zip(squares, np.asarray(arrays["distance"]).tolist(), counts, strict=True)
    ]


def _reach(squares: int, histogram: NDArray[np.generic]) -> dict[str, object]:
    """Return the figures that follow from the numbers of squares by distance."""
    reachable = int(np.sum(histogram))
    return {
        "squares_by_distance": np.asarray(histogram).tolist(),
        "reachable": reachable,
        "unreachable": squares - reachable,
        "eccentricity": len(histogram) - 1,
    }


def _orders(board: Board, arrays: Arrays) -> dict[str, dict[str, object]]:
    """Return how many squares two searches entered, up to the target if there is one, and in which order."""
    orders: dict[str, dict[str, object]] = {}
    for name in ("breadth_first", "depth_first"):
        squares, moves = arrays[name], int(np.asarray(arrays[f"{name}_moves"])[0])
        orders[name] = {"entered": len(squares), "moves": moves}
        if board.size <= MAX_ORDERED:
            orders[name]["squares"] = board.squares(squares)
    return orders


def _walk(problem: DistanceProblem, arrays: Arrays) -> dict[str, object]:
    """Return the collecting walk. Its bound is -1 where it is proved that there is none."""
    board, rule = problem.board, problem.spec.walk
    length, bound = (int(np.asarray(arrays[name])[0]) for name in ("walk_length", "walk_bound"))
    ruled: dict[str, object] = {} if rule is None else {"rule": rule}
    if rule == "snake":
        ruled["body"] = body_of(problem.spec)
    if length < 0:
        known = {"exact": True} if bound < 0 else {"lower_bound": bound, "exact": False}
        return {**ruled, "length": None, **known, "collected": [], "squares": []}
    return {
        **ruled,
        "length": length,
        "lower_bound": bound,
        "exact": length == bound,
        "collected": board.squares(arrays["collected"]),
        "squares": board.squares(arrays["walk"]),
    }


def _algebra(
    problem: DistanceProblem, combination: NDArray[np.generic], bound: NDArray[np.generic] | None
) -> dict[str, object]:
    """Return the equation (sum of moves = displacement), its smallest solution and, for small pieces, all of them.

    bound: no solution has a smaller sum; negative where there is no solution. None: of a shard written before bounds
    were kept; its combination is empty where there is no solution, and its quality was not recorded.
    """
    spec = problem.spec
    assert not isinstance(spec.from_, str)
    assert not isinstance(spec.to, str)
    displacement = [b - a for a, b in zip(spec.from_, spec.to, strict=True)]
    directions = directions_of(problem.piece, problem.board.dimensions)
    algebra: dict[str, object] = {
        "displacement": displacement,
        "directions": [list(direction) for direction in directions],
        "solvable": len(combination) > 0 if bound is None else int(bound[0]) >= 0,
    }
    if bound is not None and algebra["solvable"]:
        exact = len(combination) > 0 and int(bound[0]) == int(np.sum(combination))
        algebra |= {"lower_bound": int(bound[0]), "exact": exact}
    if len(combination):
        algebra |= {"combination": np.asarray(combination).tolist(), "moves": int(np.sum(combination))}
    if len(directions) <= MAX_KERNEL_DIRECTIONS:
        solution = general_solution(directions, displacement)
        if solution is not None:
            algebra["general_solution"] = {"particular": solution.particular, "kernel": solution.kernel}
    return algebra


def _explain(spec: DistanceSpecification, extra: Mapping[str, Any]) -> str | None:
    """Say in words what is unusual about the result."""
    words = []
    if extra.get("unreachable"):
        source = spec.to if spec.from_ == "all" else spec.from_
        words.append(f"{extra['unreachable']} squares cannot be reached from {source}")
    walk = extra.get("walk")
    if walk and walk["length"] is None and "rule" not in walk:
        words.append("no walk collects all the squares: some cannot be reached")
    elif walk and walk["length"] is None and walk["exact"]:
        words.append("it is proved that no walk of this kind collects all the squares")
    elif walk and walk["length"] is None:
        words.append(f"no walk was found; none has fewer than {walk['lower_bound']} moves")
    elif walk and not walk["exact"]:
        words.append(
            f"the walk of {walk['length']} moves is the best found; no walk has fewer than {walk['lower_bound']}"
        )
    return "; ".join(words) or None
