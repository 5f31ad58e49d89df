"""The shortest walk that collects squares where some squares are barred: all visited, or those a snake's body lies on.

Iterative deepening (R. E. Korf, 1985) over walks: all walks of at most `bound` moves are tried, those favoured by the
free distances first. Then the bound rises to the least that any walk cut off would have needed. The free walk by
Held and Karp's subsets is a lower bound on the moves left at every square, so the first walk found is as short as any.
Such searches may take for ever. After MAX_EXACT_MOVES tries the bound is kept as one that no walk can beat; then walks
with ever more room are tried, any of which will do.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.boards.move_graph import MoveGraph
from engine.distances.breadth_first import UNREACHED, distances_from
from engine.jit import kernel
from engine.search.bits import population

MAX_EXACT_MOVES = 20_000_000
"""Moves tried before the proof that a walk is the shortest is given up."""
MAX_HASTY_MOVES = 2_000_000
"""Moves tried with each larger bound after that."""
MAX_HASTY_ROUNDS = 6
FAR = 1 << 28
"""More moves than any walk has."""

DEPTH, BOUND, NEXT, TRIED, PROVED, ROUND, STATE = range(7)
SEARCHING, FOUND, NONE, GIVEN_UP = range(4)


class BarredWalk:
    """A search in bounded steps; its unit of work is a move tried.

    body: negative for a walk that visits no square twice, else the squares that the snake covers at the start, its head
    among them; each square collected adds one. After every move the squares covered must all be different, so its
    head may enter the square that its tail leaves.
    `head` and `is_finished` work as in a breadth-first search.
    """

    def __init__(self, graph: MoveGraph, via: list[int], source: int, target: int | None, body: int) -> None:
        self.graph, self.via, self.body = graph, np.array(via, dtype=np.int32), body
        self.fields, self.togo = free_distances(graph, via, target)
        self.bit = np.full(graph.size, -1, dtype=np.int32)
        self.bit[self.via] = np.arange(len(via))
        everything = (1 << len(via)) - 1
        left = everything & ~(1 << int(self.bit[source])) if self.bit[source] >= 0 else everything
        least = int(bound_at(self.fields, self.togo, source, left))
        room = graph.size if body < 0 else 4 * min(least, graph.size * len(via)) + 64
        self.path = np.zeros(room + 1, dtype=np.int32)
        self.tried = np.zeros(room + 1, dtype=np.uint64)
        self.left = np.zeros(room + 1, dtype=np.int64)
        self.path[0], self.left[0] = source, left
        self.state = np.array([0, least, FAR, 0, least, 0, SEARCHING if least < FAR else NONE], dtype=np.int64)
        self.target = -1 if target is None else target

    @property
    def is_finished(self) -> bool:
        """Whether a walk was found, or there is none, or the search was given up."""
        return bool(self.state[STATE] != SEARCHING)

    @property
    def head(self) -> int:
        """The progress of the search, scaled to the number of squares of the board."""
        whole = MAX_EXACT_MOVES + MAX_HASTY_ROUNDS * MAX_HASTY_MOVES
        done = int(self.state[TRIED]) + int(self.state[ROUND] > 0) * MAX_EXACT_MOVES
        return min(done, whole) * self.graph.size // whole

    def advance(self, work: int) -> int:
        """Try at most `work` moves; return how many were tried."""
        done = 0
        while done < work and not self.is_finished:
            room = MAX_HASTY_MOVES if self.state[ROUND] else MAX_EXACT_MOVES
            span = int(min(work - done, room - self.state[TRIED]))
            tables = (self.graph.neighbours, self.graph.degrees, self.fields, self.togo, self.bit)
            done += _advance(tables, (self.path, self.tried, self.left), self.state, (self.body, self.target, span))
            if self.state[STATE] == SEARCHING and self.state[TRIED] >= room:
                self._hasten()
        return done

    def _hasten(self) -> None:
        """Begin anew with more room above the proved bound."""
        if not self.state[ROUND]:
            self.state[PROVED] = self.state[BOUND]
        self.state[ROUND] += 1
        if self.state[ROUND] > MAX_HASTY_ROUNDS:
            self.state[STATE] = GIVEN_UP
            return
        self.state[[DEPTH, TRIED, NEXT]] = 0, 0, FAR
        self.state[BOUND] = min(int(self.state[PROVED]) + (2 << int(self.state[ROUND])), len(self.path) - 1)
        self.tried[0] = 0

    @property
    def walk(self) -> NDArray[np.int32]:
        """The squares of the walk found; empty where there is none."""
        found = self.state[STATE] == FOUND
        return self.path[: int(self.state[DEPTH]) + 1].copy() if found else self.path[:0].copy()

    @property
    def collected_squares(self) -> list[int]:
        """The squares collected, in order."""
        order = dict.fromkeys(int(square) for square in self.walk if self.bit[square] >= 0)
        return list(order)

    @property
    def lower_bound(self) -> int:
        """A number of moves that no walk can beat; -1 where it is proved that there is no walk."""
        if self.state[STATE] == NONE:
            return -1
        return int(self.state[PROVED] if self.state[ROUND] else self.state[BOUND])

    def checkpoint(self) -> dict[str, NDArray[np.generic]]:
        """Return the state as arrays."""
        depth = int(self.state[DEPTH]) + 1
        arrays: dict[str, NDArray[np.generic]] = {
            "path": self.path[:depth],
            "tried": self.tried[:depth],
            "left": self.left[:depth],
        }
        state: dict[str, NDArray[np.generic]] = {"state": self.state, **arrays}
        return {f"barred_{name}": array.copy() for name, array in state.items()}

    def restore(self, state: Arrays) -> None:
        """Resume from a checkpoint of the same search."""
        self.state[:] = state["barred_state"]
        depth = len(state["barred_path"])
        for name, array in (("path", self.path), ("tried", self.tried), ("left", self.left)):
            array[:depth] = state[f"barred_{name}"]


def free_distances(graph: MoveGraph, via: list[int], target: int | None) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the distances where nothing is barred, FAR where there is no way.

    int32 (m + 1, size): from each of the m squares to collect, and to the target (0 without one). int32 (2**m, m): from
    square j through all squares of a subset that contains it, and on to the target.
    """
    ends = np.zeros(graph.size, dtype=np.int32) if target is None else distances_from(graph, target)
    fields = np.array([*(distances_from(graph, square) for square in via), ends], dtype=np.int32)
    fields[fields == UNREACHED] = FAR
    count = len(via)
    togo = np.full((1 << count, count), FAR, dtype=np.int32)
    between, last = fields[:count, via], fields[count, via]
    subsets = np.arange(1 << count)
    sizes = np.bitwise_count(subsets)
    togo[1 << np.arange(count), np.arange(count)] = last
    for size in range(1, count):
        layer = subsets[sizes == size]
        for j in range(count):
            without = layer[layer >> j & 1 == 0]
            togo[without | 1 << j, j] = np.minimum((togo[without] + between[j]).min(axis=1), FAR)
    return fields, togo


@kernel
def bound_at(fields: NDArray[np.int32], togo: NDArray[np.int32], square: int, left: int) -> int:
    """Return a lower bound on the moves from a square through all that is left, and to the end."""
    count = togo.shape[1]
    if left == 0:
        return int(fields[count, square])
    least = FAR
    for j in range(count):
        if left >> j & 1:
            least = min(least, int(fields[j, square]) + int(togo[left, j]))
    return min(least, FAR)


@kernel
def is_barred(path: NDArray[np.int32], depth: int, square: int, covered: int) -> bool:
    """Whether the square is among the last `covered` - 1 of path[0..depth]; a negative `covered` counts all of them."""
    first = 0 if covered < 0 else max(0, depth + 2 - covered)
    seen = False
    for index in range(first, depth + 1):
        seen |= path[index] == square
    return seen


@kernel
def _advance(
    tables: tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]],
    stack: tuple[NDArray[np.int32], NDArray[np.uint64], NDArray[np.int64]],
    state: NDArray[np.int64],
    rule: tuple[int, int, int],
) -> int:
    """Try at most rule[2] moves; return how many were tried; stack and state are changed in place.

    tables: neighbours, degrees, fields, togo and the number among the squares to collect. rule: body, target (-1: any).
    """
    neighbours, degrees, fields, togo, bit = tables
    path, tried, left = stack
    body, target, span = rule
    count = togo.shape[1]
    one = np.uint64(1)
    done = 0
    depth = state[DEPTH]
    while done < span:
        square = path[depth]
        if left[depth] == 0 and (target < 0 or square == target):
            state[STATE] = FOUND
            break
        best, best_bound = -1, FAR
        for slot in range(degrees[square]):
            if tried[depth] >> np.uint64(slot) & one:
                continue
            onward = neighbours[square, slot]
            rest = left[depth]
            if bit[onward] >= 0:
                rest &= ~(np.int64(1) << np.int64(bit[onward]))
            kept = int(population(np.uint64(rest)))
            if is_barred(path, depth, onward, -1 if body < 0 else body + count - kept):
                continue
            needed = depth + 1 + bound_at(fields, togo, onward, rest)
            if needed > state[BOUND]:
                state[NEXT] = min(state[NEXT], needed)
            elif needed < best_bound:
                best, best_bound = slot, needed
        done += 1
        state[TRIED] += 1
        if best >= 0:
            tried[depth] |= one << np.uint64(best)
            onward = neighbours[square, best]
            depth += 1
            path[depth], tried[depth], left[depth] = onward, np.uint64(0), left[depth - 1]
            if bit[onward] >= 0:
                left[depth] &= ~(np.int64(1) << np.int64(bit[onward]))
        elif depth > 0:
            depth -= 1
        elif state[NEXT] >= FAR or (body < 0 and state[NEXT] >= len(neighbours)):
            state[STATE] = NONE
            break
        elif state[NEXT] >= len(path):
            state[STATE] = GIVEN_UP
            break
        else:
            state[BOUND], state[NEXT], tried[0] = state[NEXT], FAR, np.uint64(0)
    state[DEPTH] = depth
    return done
