"""Boards folded by one symmetry: the graphs whose cycles and paths are the tours that the symmetry leaves as they are.

The squares that a symmetry g of order m takes to each other become one vertex, and one of them is chosen. Moves that g
takes to each other become one edge, *odd* if it leads from a chosen square to an odd power of g of a chosen square,
else even. A tour that g leaves as it is, is

- *moved along itself*: no power of g but identity leaves a square where it is, and the tour goes round a cycle of the
  folded graph m times. Where m is a power of two, a cycle comes from one closed tour exactly if the number of its odd
  edges is odd. Other orders are not counted here.
- *turned round*: g is of order two, and the tour crosses the middle, at a square that stays or on a move from a square
  to its image: an open tour once, so that it is a path of the folded graph from such a place, a closed one twice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from engine.search.frontier.colours import Adjacency

Vertices = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class FoldedBoard:
    """A board folded by a symmetry.

    order: of the symmetry. orbits: for each vertex its squares, each taken to the next; the first, the chosen one, is
    the lowest.
    staying: the vertices that are squares which stay. beside: those whose two squares are a move apart.
    free: whether no power of the symmetry but identity leaves a square where it is.
    edges: for two vertices, either way, how many even and how many odd edges join them.
    loops: the odd edges from the first vertex to itself, those half-way round left out.
    """

    order: int
    orbits: tuple[Vertices, ...]
    staying: Vertices
    beside: Vertices
    free: bool
    edges: Mapping[tuple[int, int], tuple[int, int]]
    loops: int

    @property
    def adjacency(self) -> Adjacency:
        """The neighbours of each vertex, ascending."""
        rows: list[list[int]] = [[] for _ in self.orbits]
        for vertex, other in sorted(self.edges):
            rows[vertex].append(other)
        return tuple(map(tuple, rows))

    @property
    def moves_along(self) -> bool:
        """Whether closed tours may be moved along themselves."""
        return self.free and self.order > 1 and self.order & (self.order - 1) == 0

    def turning(self, *, closed: bool) -> list[Vertices]:
        """Return the pairs of ends (open: single ends) whose paths in the folded graph are tours turned round."""
        if self.order != 2:
            return []
        places = sorted((*self.staying, *self.beside))
        return [ends for ends in combinations(places, 1 + closed) if set(self.staying) <= set(ends)]

    def few_cycles(self) -> int | None:
        """Return the number of cycles of odd parity on one or two vertices; None where there are more."""
        if len(self.orbits) == 1:
            return self.loops
        if len(self.orbits) == 2:
            even, odd = self.edges.get((0, 1), (0, 0))
            return even * odd
        return None


def order_of(image: Sequence[int]) -> int:
    """Return the order of a permutation: its least power that is the identity."""
    power, order, identity = list(image), 1, list(range(len(image)))
    while power != identity:
        power, order = [image[square] for square in power], order + 1
    return order


def fold(adjacency: Adjacency, image: Sequence[int]) -> FoldedBoard:
    """Fold the squares of a board by a symmetry that takes square u to image[u]."""
    orbits: list[list[int]] = []
    found: dict[int, tuple[int, int]] = {}
    for square in range(len(image)):
        if square not in found:
            orbit = [square]
            while image[orbit[-1]] != square:
                orbit.append(image[orbit[-1]])
            found |= {one: (len(orbits), power) for power, one in enumerate(orbit)}
            orbits.append(orbit)
    order = order_of(image)
    edges: dict[tuple[int, int], tuple[int, int]] = {}
    for vertex, orbit in enumerate(orbits):
        for square in adjacency[orbit[0]]:
            other, power = found[square]
            if other != vertex and len(orbits[other]) <= len(orbit) > 1:
                even, odd = edges.get((vertex, other), (0, 0))
                edges[vertex, other] = even + (power % 2 == 0), odd + power % 2
    edges |= {(other, vertex): joined for (vertex, other), joined in edges.items()}
    first = [found[square] for square in adjacency[0]]
    return FoldedBoard(
        order=order,
        orbits=tuple(map(tuple, orbits)),
        staying=tuple(vertex for vertex, orbit in enumerate(orbits) if len(orbit) == 1 < order),
        beside=tuple(v for v, orbit in enumerate(orbits) if len(orbit) == 2 and orbit[1] in adjacency[orbit[0]]),
        free=all(len(orbit) == order for orbit in orbits),
        edges=edges,
        loops=sum(vertex == 0 and power % 2 == 1 and 2 * power < order for vertex, power in first),
    )
