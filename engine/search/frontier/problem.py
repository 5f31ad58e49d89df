"""What a frontier sweep counts: the Hamiltonian cycles of a graph through an extra edge. Never loads numba.

Every count of tours is one of these (Knuth, TAOCP 4, pre-fascicle 8A; Pettersson 2014):

- closed tours as undirected cycles: the cycles of the move graph;
- tours from s to t: the cycles through one extra edge between s and t;
- tours from s: the cycles through an extra edge between s and an apex, a vertex next to every possible end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.boards.move_graph import MoveGraph
from engine.search.frontier.colours import Adjacency, possible_ends


@dataclass(frozen=True)
class SweepProblem:
    """Count the Hamiltonian cycles that use the extra edge `joined`, or all of them where it is None.

    adjacency: the neighbours of each vertex in increasing order; vertices are squares, then the apex if there is one.
    apex: the vertex number of the apex, None where there is none.
    order: all vertices in the order in which the sweep settles them; an apex comes last.
    """

    adjacency: Adjacency
    order: tuple[int, ...] = ()
    joined: tuple[int, int] | None = None
    apex: int | None = None

    @property
    def size(self) -> int:
        """The number of vertices, an apex included."""
        return len(self.adjacency)

    def with_order(self, order: Sequence[int]) -> SweepProblem:
        """Return the same problem with this order of the squares; an apex may be left out."""
        apex = () if self.apex is None or self.apex in order else (self.apex,)
        return replace(self, order=(*order, *apex))


def adjacency_of(graph: MoveGraph) -> Adjacency:
    """Return the neighbours of each square in increasing order."""
    return tuple(
        tuple(sorted(int(v) for v in row[:degree])) for row, degree in zip(graph.neighbours, graph.degrees, strict=True)
    )


def problem_of(adjacency: Adjacency, squares: Sequence[int] = (), ends: Sequence[int] | None = None) -> SweepProblem:
    """Return, without an order, the problem that counts cycles (no squares), paths from one or between two squares.

    ends: the only squares, ascending, where paths from one square may end; None for all.
    """
    if len(squares) == 0:
        return SweepProblem(adjacency)
    if len(squares) == 2:
        return SweepProblem(adjacency, joined=(squares[0], squares[1]))
    (start,), apex = squares, len(adjacency)
    allowed = tuple(end for end in possible_ends(adjacency, start) if ends is None or end in ends)
    widened = tuple((*row, apex) if square in allowed else row for square, row in enumerate(adjacency))
    return SweepProblem((*widened, allowed), joined=(start, apex), apex=apex)
