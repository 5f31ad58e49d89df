"""Exact search for one Hamiltonian path with prescribed start and set of ends, on any simple graph.

Depth first, the neighbour with the fewest onward moves first, random ties. Two prunings, both exact: a neighbour of
the current square that keeps at most one other way out is *forced* (two of them: dead end), and the last free end is
not entered early. A run that finds nothing within its cap of nodes starts afresh with other ties and a larger cap, so
that the search is complete in the end: it finds a path or exhausts the tree, which proves that there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.jit import kernel
from engine.streams.splitmix64 import attempt_state, random_below

SearchOutcome = Literal["running", "found", "exhausted"]

RUNNING, FOUND, EXHAUSTED = 0, 1, 2
VISITED = 1 << 20
"""Added to the degree of a visited square; larger than any degree."""

FIRST_CAP = 6
"""The first run may enter this many nodes per square."""
CAP_GROWTH = 1.25


class PathSearch:
    """A search that can be advanced by bounded steps and saved between them.

    outcome: "running", "found" (then `path` is the path) or "exhausted". entered: squares entered so far.

    neighbours: int32 (size, width), rows filled up with -1. starts: the squares a path may start from.
    ends_from: for a start, uint8 (size,): 1 where a path from it may end (the start itself does not count).
    """

    def __init__(
        self,
        neighbours: NDArray[np.int32],
        starts: Sequence[int],
        ends_from: Callable[[int], NDArray[np.uint8]],
        seed: int,
    ) -> None:
        size, width = neighbours.shape
        self.neighbours = neighbours
        self.starts = [int(start) for start in starts]
        self.ends_from = ends_from
        self.seed = seed
        self.run = 0
        self.entered = 0
        self.cap = FIRST_CAP * size
        self.open_starts = np.ones(len(self.starts), dtype=np.uint8)
        self.degrees = np.empty(size, dtype=np.int32)
        self.path = np.zeros(size, dtype=np.int32)
        self.candidates = np.zeros((size, width + 1), dtype=np.int32)
        self.counters = np.zeros(4, dtype=np.int64)  # depth, nodes of this run, unvisited ends, current start
        self.state = np.zeros(1, dtype=np.uint64)
        self.outcome: SearchOutcome = "running"
        self._begin()

    def _begin(self) -> None:
        """Start a run from the next start that is not yet exhausted; without one the search is over."""
        alive = np.flatnonzero(self.open_starts)
        if len(alive) == 0:
            self.outcome = "exhausted"
            return
        position = int(alive[self.run % len(alive)])
        start = self.starts[position]
        self.ends = self.ends_from(start)
        self.state = attempt_state(self.seed, self.run)
        self.degrees[:] = (self.neighbours >= 0).sum(axis=1)
        ends = self.ends
        self.counters[:] = (-1, 0, int(ends.sum()) - int(ends[start]), position)
        self.candidates[0, -1] = 0
        if self._feasible(start, ends):
            _enter(self.neighbours, ends, self.degrees, self.path, self.candidates, self.counters, self.state, start)

    def _feasible(self, start: int, ends: NDArray[np.uint8]) -> bool:
        """Whether there is an end to reach and every other square can be entered and left, or be the end."""
        ways = self.degrees + (ends != 0)
        ways[start] = 2
        return bool(len(ways) == 1 or (self.counters[2] > 0 and ways.min() >= 2))

    def step(self, work: int) -> int:
        """Enter at most about `work` squares; return how many were entered."""
        done = 0
        while self.outcome == "running" and done < work:
            before = int(self.counters[1])
            verdict = self._run(min(self.cap, before + work - done))
            entered = int(self.counters[1]) - before
            self.entered += entered
            done += max(1, entered)  # a start refuted at once is work too
            if verdict == FOUND:
                self.outcome = "found"
            elif verdict == EXHAUSTED:
                self.open_starts[self.counters[3]] = 0
                self._begin()
            elif self.counters[1] >= self.cap:
                self.run += 1
                self.cap = int(self.cap * CAP_GROWTH) + 1
                self._begin()
        return done

    def _run(self, limit: int) -> int:
        if self.counters[0] < 0:
            return EXHAUSTED
        return _search(
            self.neighbours, self.ends, self.degrees, self.path, self.candidates, self.counters, self.state, limit
        )

    def checkpoint(self) -> dict[str, NDArray[np.generic]]:
        """Return the whole state as plain arrays."""
        arrays = {name: getattr(self, name).copy() for name in _STATE}
        arrays["run"] = np.array([self.run, self.cap, self.entered, _OUTCOMES.index(self.outcome)], dtype=np.int64)
        return arrays

    def restore(self, arrays: Arrays) -> None:
        """Restore the state that `checkpoint` returned."""
        for name in _STATE:
            getattr(self, name)[...] = arrays[name]
        self.run, self.cap, self.entered, outcome = (int(part) for part in arrays["run"])
        self.outcome = _OUTCOMES[outcome]
        self.ends = self.ends_from(self.starts[int(self.counters[3])])


_STATE = ("open_starts", "degrees", "path", "candidates", "counters", "state")
_OUTCOMES: tuple[SearchOutcome, ...] = ("running", "found", "exhausted")


def search_path(
    neighbours: NDArray[np.int32], start: int, ends: NDArray[np.uint8], seed: int, budget: int
) -> tuple[SearchOutcome, NDArray[np.int32]]:
    """Search for a path from `start` to any square of `ends` within `budget` nodes; the path is valid if found."""
    search = PathSearch(neighbours, [start], lambda _: ends, seed)
    search.step(budget)
    return search.outcome, search.path


@kernel
def _enter(
    neighbours: NDArray[np.int32],
    ends: NDArray[np.uint8],
    degrees: NDArray[np.int32],
    path: NDArray[np.int32],
    candidates: NDArray[np.int32],
    counters: NDArray[np.int64],
    state: NDArray[np.uint64],
    square: int,
) -> None:
    """Step onto `square` and list the next squares in candidates[depth], best last, their number in the last cell."""
    width = neighbours.shape[1]
    depth = counters[0] + 1
    counters[0] = depth
    path[depth] = square
    degrees[square] += VISITED
    if ends[square] and depth > 0:
        counters[2] -= 1
    remaining = len(path) - depth - 1
    forced = -1
    forced_count = 0
    count = 0
    for i in range(width):
        other = neighbours[square, i]
        if other < 0:
            break
        degrees[other] -= 1
        degree = degrees[other]
        if degree >= VISITED:
            continue
        if degree + ends[other] <= 1:
            forced = other
            forced_count += 1
        j = count
        while j > 0:
            ahead = degrees[candidates[depth, j - 1]]
            if ahead > degree or (ahead == degree and random_below(state, 2) == 0):
                break
            candidates[depth, j] = candidates[depth, j - 1]
            j -= 1
        candidates[depth, j] = other
        count += 1
    if forced_count > 1:
        count = 0
    elif forced_count == 1:
        candidates[depth, 0] = forced
        count = 1
    kept = 0
    for i in range(count):
        other = candidates[depth, i]
        early = remaining > 1 and (degrees[other] == 0 or (ends[other] and counters[2] == 1))
        wrong = remaining == 1 and not ends[other]
        if not (early or wrong):
            candidates[depth, kept] = other
            kept += 1
    candidates[depth, width] = kept


@kernel
def _search(
    neighbours: NDArray[np.int32],
    ends: NDArray[np.uint8],
    degrees: NDArray[np.int32],
    path: NDArray[np.int32],
    candidates: NDArray[np.int32],
    counters: NDArray[np.int64],
    state: NDArray[np.uint64],
    limit: int,
) -> int:
    """Continue until the run has entered `limit` nodes; return RUNNING, FOUND or EXHAUSTED.

    degrees: unvisited neighbours of each square, plus VISITED where visited itself. counters: depth, nodes entered,
    unvisited ends, start position. All arrays but `neighbours` and `ends` are changed in place.
    """
    width = neighbours.shape[1]
    while counters[0] + 1 < len(path):
        depth = counters[0]
        left = candidates[depth, width]
        if left == 0:
            square = path[depth]
            degrees[square] -= VISITED
            for i in range(width):
                if neighbours[square, i] < 0:
                    break
                degrees[neighbours[square, i]] += 1
            counters[0] = depth - 1
            if depth == 0:
                return EXHAUSTED
            if ends[square]:
                counters[2] += 1
            continue
        if counters[1] >= limit:
            return RUNNING
        counters[1] += 1
        candidates[depth, width] = left - 1
        _enter(neighbours, ends, degrees, path, candidates, counters, state, candidates[depth, left - 1])
    return FOUND
