"""Hamiltonian cycles as ways through the states of a sweep: from numbers to cycles and back. Never loads numba.

The completions of a state are the sum of those of its successors, one for each choice of edges. So a number below the
completions of the first state names a choice and, less the completions of the choices before it, a number below those
of the state that it leads to, and so on: numbers and cycles are one to one. Source: A. Nijenhuis, H. S. Wilf,
"Combinatorial Algorithms", 1978, on unranking by recurrences.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple, cast

from engine.search.frontier.problem import SweepProblem
from engine.search.frontier.steps import frontiers

State = dict[int, int]
"""Each touched, unsettled vertex: the other end of its path, or INNER."""

Pairs = frozenset[tuple[int, int]]
"""The items of a state."""

Edges = tuple[int, ...]
"""The vertices that the settled one is joined to now."""

Symmetry = Sequence[int]
"""The image of each vertex."""

Completions = Callable[[int, int], int]
"""From a step and the key of a state before it to the number of ways to complete the state, 0 for unknown ones."""

INNER, BARE = -1, -2

MAX_WAYS = 1 << 16
"""Ways kept in memory, those used most recently: 16 to 30 MB. All numbers share the first squares, small boards all."""


class Way(NamedTuple):
    """A choice of edges, the state of the layers that it leads to, and the number of ways to complete that one.

    image: the symmetry of the board that makes the state reached the one that stands for it in the layers.
    """

    edges: Edges
    state: Pairs
    image: Symmetry
    completions: int


class CycleWalk:
    """The states that cycles pass, with their keys as the kernels pack them (`transition`), folded likewise.

    Where a state is folded the rest of the cycle is looked for in its image, and mapped back.
    """

    def __init__(self, problem: SweepProblem, symmetries: Sequence[Symmetry], completions: Completions) -> None:
        self._order, self._completions = problem.order, completions
        self._frontiers = frontiers(problem)
        position = {vertex: number for number, vertex in enumerate(problem.order)}
        self._later = [[w for w in problem.adjacency[v] if position[w] > position[v]] for v in problem.order]
        self._identity = tuple(range(problem.size))
        self._images = [self._folding(step, symmetries) for step in range(problem.size)]
        self._way = lru_cache(MAX_WAYS)(self._looked_up)

    def _folding(self, step: int, symmetries: Sequence[Symmetry]) -> list[Symmetry]:
        """Return the symmetries that map what is left after a step onto itself, the identity first."""
        after, left = set(self._frontiers[step + 1]), set(self._order[step + 1 :])
        kept = [s for s in symmetries if {s[u] for u in left} == left and {s[u] for u in after} == after]
        return [self._identity, *(symmetry for symmetry in kept if tuple(symmetry) != self._identity)]

    def unrank(self, number: int) -> list[tuple[int, int]]:
        """Return the edges of the cycle with a number from 0 on; IndexError where there are not that many."""
        state: Pairs = frozenset()
        found: list[tuple[int, int]] = []
        back: Symmetry = self._identity
        for step, vertex in enumerate(self._order):
            for way in self._ways(step, state):
                if number < way.completions:
                    found += [(back[vertex], back[other]) for other in way.edges]
                    state, back = way.state, self._after_inverse(back, way.image)
                    break
                number -= way.completions
            else:
                raise IndexError(number)
        return found

    def rank(self, neighbours: Sequence[Sequence[int]]) -> int:
        """Return the number, from 0 on, of a cycle given by both neighbours of each vertex; else ValueError."""
        state: Pairs = frozenset()
        number, back = 0, cast("Symmetry", self._identity)
        for step, vertex in enumerate(self._order):
            beside = neighbours[back[vertex]]
            taken = {other for other in self._later[step] if back[other] in beside}
            for way in self._ways(step, state):
                if taken == set(way.edges) and way.completions:
                    state, back = way.state, self._after_inverse(back, way.image)
                    break
                number += way.completions
            else:
                raise ValueError("this is not a Hamiltonian cycle")
        return number

    def _ways(self, step: int, state: Pairs) -> Iterator[Way]:
        """Yield every way to settle the step's square."""
        vertex, mates = self._order[step], dict(state)
        degree = 0 if vertex not in mates else 2 if mates[vertex] == INNER else 1
        free = [w for w in self._later[step] if mates.get(w) != INNER]
        for edges in combinations(free, 2 - degree):
            way = self._way(step, state, edges)
            if way is not None:
                yield way

    def _looked_up(self, step: int, state: Pairs, edges: Edges) -> Way | None:
        """Return the way of these edges; None where a cycle closes beside unsettled squares."""
        following = self._next_state(step, state, edges)
        if following is None:
            return None
        key, symmetry = self._least(step, following)
        return Way(edges, frozenset(_image(following, symmetry).items()), symmetry, self._completions(step + 1, key))

    def _next_state(self, step: int, state: Pairs, edges: Edges) -> State | None:
        """Return the state after these edges; None where a cycle closes beside unsettled squares."""
        vertex, found = self._order[step], dict(state)
        for other in edges:
            far, far_other = found.get(vertex, vertex), found.get(other, other)
            for end in {vertex, other} & found.keys():
                found[end] = INNER
            if far == other:
                found.pop(vertex)
                return found if all(found.get(w) == INNER for w in self._order[step + 1 :]) else None
            found[far], found[far_other] = far_other, far
        found.pop(vertex, None)
        return found

    def _least(self, step: int, state: State) -> tuple[int, Symmetry]:
        """Return the least key of the state and its images, and the symmetry that gives it."""
        after = self._frontiers[step + 1]
        index = {vertex: number for number, vertex in enumerate(after)}
        keys = []
        for number, symmetry in enumerate(self._images[step]):
            image = state if number == 0 else _image(state, symmetry)
            mates = [image.get(vertex, BARE) for vertex in after]
            keys.append(pack_state([mate if mate < 0 else index[mate] for mate in mates]))
        least = min(keys)
        return least, self._images[step][keys.index(least)]

    def _after_inverse(self, back: Symmetry, symmetry: Symmetry) -> Symmetry:
        """Return the permutation that first undoes `symmetry`, then applies `back`."""
        if symmetry is self._identity:
            return back
        found = list(back)
        for vertex, image in enumerate(symmetry):
            found[image] = back[vertex]
        return tuple(found)


def _image(state: State, symmetry: Symmetry) -> State:
    return {symmetry[vertex]: mate if mate < 0 else symmetry[mate] for vertex, mate in state.items()}


def pack_state(mates: Sequence[int]) -> int:
    """Pack a state: for each square of the frontier the index of the other end of its path, INNER or BARE."""
    ends, high, rank, radix = 0, 0, 0, 1
    waiting: list[int] = []
    for index, mate in enumerate(mates):
        if mate == INNER:
            high |= 1 << index
        elif mate >= 0:
            ends |= 1 << index
            if mate > index:
                waiting.append(index)
                continue
            chosen = waiting.index(mate)
            rank += radix * chosen
            radix *= len(waiting)
            del waiting[chosen]
            high |= 1 << index
    return ends | high << len(mates) | rank << 2 * len(mates)
