"""Warnsdorff's rule (1823): always go where the fewest onward moves are left. Each variant breaks ties in its own way.

One kernel makes the walks of all these methods. Among the squares of least degree it keeps those of least *key*, and
draws among equal keys at random:

- `warnsdorff`: no key, all ties are drawn;
- `pohl` (engine/construction/heuristics/pohl.py): the key is the sum of the degrees of the unvisited neighbours;
- `roth` (engine/construction/heuristics/roth.py): the key is a fixed priority of each square.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.boards.move_graph import MoveGraph
from engine.jit import allocating, kernel
from engine.streams.splitmix64 import WORD, attempt_word, random_below


@dataclass(frozen=True, eq=False)
class Walk:
    """One attempt of a heuristic.

    squares: int32, the squares visited in order; a tour if there are as many as the board has.
    complete: whether every square was visited.
    closed: whether the walk is complete and its last square is one move from its first.
    """

    squares: NDArray[np.int32]
    complete: bool
    closed: bool


class Rule(NamedTuple):
    """How ties among squares of least degree are broken; what is still tied is drawn at random.

    keys: int64 (size,), lower goes first; int64 (0,) for no such preference.
    second_level: prefer the square whose unvisited neighbours have the fewest onward moves in all.
    """

    keys: NDArray[np.int64]
    second_level: bool


def warnsdorff_rule(_: MoveGraph) -> Rule:
    """Return the rule that draws all ties."""
    return Rule(np.zeros(0, dtype=np.int64), second_level=False)


def greedy_walk(graph: MoveGraph, start: int, rule: Rule, state: NDArray[np.uint64]) -> Walk:
    """Walk by Warnsdorff's rule with a tie-break; `state` is advanced in place."""
    path = np.empty(graph.size, dtype=np.int32)
    visited = _walk(graph.neighbours, graph.degrees.copy(), rule, state, start, path)
    complete = visited == graph.size
    closed = bool(complete and path[-1] in graph.closing_ends(start))
    return Walk(path[:visited], complete, closed)


def greedy_successes(graph: MoveGraph, start: int, rule: Rule, seed: int, attempts: int) -> tuple[int, int]:
    """Return how many of the walks of attempts 0..attempts-1 are complete, and how many of these close."""
    closing = np.zeros(graph.size, dtype=np.bool_)
    closing[graph.closing_ends(start)] = True
    return _successes(graph.neighbours, graph.degrees, rule, np.uint64(seed & WORD), attempts, start, closing)


@allocating
def _successes(
    neighbours: NDArray[np.int32],
    degrees: NDArray[np.int32],
    rule: Rule,
    seed: np.uint64,
    attempts: int,
    start: int,
    closing: NDArray[np.bool_],
) -> tuple[int, int]:
    """Make the walks of `greedy_successes`. closing: bool (size,), where a tour closes."""
    left, path, state = np.empty_like(degrees), np.empty_like(degrees), np.empty(1, dtype=np.uint64)
    complete, closed = 0, 0
    for attempt in range(attempts):
        left[:] = degrees
        state[0] = attempt_word(seed, np.uint64(attempt))
        if _walk(neighbours, left, rule, state, start, path) == len(path):
            complete += 1
            closed += int(closing[path[len(path) - 1]])
    return complete, closed


@kernel
def _second_level(neighbours: NDArray[np.int32], degrees: NDArray[np.int32], square: int) -> int:
    """Return the sum of the degrees of the unvisited neighbours of `square`; visited squares have degree -1."""
    total = 0
    for i in range(neighbours.shape[1]):
        other = neighbours[square, i]
        if other < 0:
            break
        if degrees[other] >= 0:
            total += degrees[other]
    return total


@kernel
def _walk(
    neighbours: NDArray[np.int32],
    degrees: NDArray[np.int32],
    rule: Rule,
    state: NDArray[np.uint64],
    start: int,
    path: NDArray[np.int32],
) -> int:
    """Fill `path` with the squares visited and return their number.

    degrees: int32 (size,), unvisited neighbours of each square; scratch, -1 once visited. state: uint64 (1,),
    advanced in place.
    """
    keys, second_level = rule
    width = neighbours.shape[1]
    current = start
    for step in range(len(path)):
        path[step] = current
        degrees[current] = -1
        for i in range(width):
            other = neighbours[current, i]
            if other < 0:
                break
            if degrees[other] > 0:
                degrees[other] -= 1
        best = -1
        best_degree = width + 1
        best_key = np.int64(0)
        ties = 0
        for i in range(width):
            other = neighbours[current, i]
            if other < 0:
                break
            degree = degrees[other]
            if degree < 0 or degree > best_degree:
                continue
            key = np.int64(0)
            if second_level:
                key = np.int64(_second_level(neighbours, degrees, other))
            elif len(keys) > 0:
                key = keys[other]
            if degree < best_degree or key < best_key:
                best, best_degree, best_key, ties = other, degree, key, 1
            elif key == best_key:
                ties += 1
                if random_below(state, ties) == 0:
                    best = other
        if best < 0:
            return step + 1
        current = best
    return len(path)
