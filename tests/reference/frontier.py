"""The slow, obvious twin of the frontier sweep: a dictionary of states, no pruning, no packing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

Adjacency = Sequence[Sequence[int]]
State = dict[int, int | None]
"""Each touched, unsettled vertex: the other end of its path, or None where it has two edges."""


def count_cycles(adjacency: Adjacency, joined: tuple[int, int] | None = None) -> int:
    """Count the undirected Hamiltonian cycles that use the extra edge `joined`, or all where it is None."""
    first: State = {joined[0]: joined[1], joined[1]: joined[0]} if joined else {}
    table = Counter({frozenset(first.items()): 1})
    for vertex in range(len(adjacency)):
        untouched_after = set(range(vertex + 1, len(adjacency)))
        following: Counter[frozenset[tuple[int, int | None]]] = Counter()
        for packed, count in table.items():
            state = dict(packed)
            need = 2 if vertex not in state else 0 if state[vertex] is None else 1
            for successor in _extend(state, vertex, [w for w in adjacency[vertex] if w > vertex], need):
                closed = need > 0 and all(end is None for end in successor.values())
                if closed and untouched_after - set(successor):
                    continue
                successor.pop(vertex)
                following[frozenset(successor.items())] += count
        table = following
    return table[frozenset()]


def _extend(state: State, vertex: int, later: list[int], need: int) -> list[State]:
    """Return every state in which `vertex` got `need` more edges, each to a different vertex of `later`."""
    if need == 0:
        return [state]
    found = []
    for index, other in enumerate(later):
        joined = _join(state, vertex, other)
        if joined is not None:
            found += _extend(joined, vertex, later[index + 1 :], need - 1)
    return found


def _join(state: State, u: int, w: int) -> State | None:
    """Add the edge u-w; None where w has two edges already or a cycle would close beside an unfinished path."""
    far_u, far_w = state.get(u, u), state.get(w, w)
    if far_u is None or far_w is None:
        return None
    if far_u == w and any(end is not None for vertex, end in state.items() if vertex not in (u, w)):
        return None
    joined: State = state | {u: None, w: None}
    if far_u != w:
        joined |= {far_u: far_w, far_w: far_u}
    return joined


def count_paths(adjacency: Adjacency, start: int, end: int | None = None) -> int:
    """Count the Hamiltonian paths from `start` (to `end`) by plain backtracking, an independent method."""

    def walk(square: int, visited: frozenset[int]) -> int:
        if len(visited) == len(adjacency):
            return int(end is None or square == end)
        return sum(walk(w, visited | {w}) for w in adjacency[square] if w not in visited)

    return walk(start, frozenset({start}))
