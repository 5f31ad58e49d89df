"""What a frontier sweep counts: the Hamiltonian cycles of a graph through an extra edge. Never loads numba.

Every count of tours is one of these (Knuth, TAOCP 4, pre-fascicle 8A; Pettersson 2014):

- closed tours as undirected cycles: the cycles of the move graph;
- tours from s to t: the cycles through one extra edge between s and t;
- tours from s: the cycles through an extra edge between s and an apex, a vertex next to every square.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.boards.move_graph import MoveGraph

Adjacency = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class SweepProblem:
    """Count the Hamiltonian cycles that use the extra edge `joined`, or all of them where it is None.

    adjacency: the neighbours of each vertex in increasing order; vertices are squares, then the apex if there is one.
    apex: the vertex number of the apex, None where there is none.
    order: all vertices in the order in which the sweep settles them; an apex comes last.
    """

    adjacency: Adjacency
    order: tuple[int, ...]
    joined: tuple[int, int] | None = None
    apex: int | None = None

    @property
    def size(self) -> int:
        """The number of vertices, an apex included."""
        return len(self.adjacency)


def adjacency_of(graph: MoveGraph) -> Adjacency:
    """Return the neighbours of each square in increasing order."""
    return tuple(
        tuple(sorted(int(v) for v in row[:degree])) for row, degree in zip(graph.neighbours, graph.degrees, strict=True)
    )


def cycles_problem(adjacency: Adjacency, order: Sequence[int]) -> SweepProblem:
    """Count the undirected Hamiltonian cycles."""
    return SweepProblem(adjacency, tuple(order))


def ends_problem(adjacency: Adjacency, order: Sequence[int], start: int, end: int) -> SweepProblem:
    """Count the Hamiltonian paths from `start` to `end`, two different squares."""
    return SweepProblem(adjacency, tuple(order), joined=(start, end))


def start_problem(adjacency: Adjacency, order: Sequence[int], start: int) -> SweepProblem:
    """Count the Hamiltonian paths from `start` to anywhere."""
    apex = len(adjacency)
    widened = tuple((*neighbours, apex) for neighbours in adjacency)
    return SweepProblem((*widened, tuple(range(apex))), (*order, apex), joined=(start, apex), apex=apex)
