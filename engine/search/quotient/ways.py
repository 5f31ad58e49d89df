"""The ways in which a symmetry can leave a tour as it is: which walks make such tours, or why none does. No numba.

The squares that a symmetry g of order m takes to each other are an orbit, a vertex of the quotient (see
`engine/search/frontier/folding.py`). A tour that g leaves as it is follows from a *walk* that enters each orbit once:

- *moved along itself*: the walk's last square is a move from an image g^j of its first one, where j and m have no
  common divisor; what follows are the walk's images under g^j, g^2j, ... From a square that is given, each tour is made
  by two walks, one for each direction.
- *turned round*: the walk begins in the middle, at a square that stays or beside its own image, and a closed tour's
  ends at such a place as well. Its images precede it, backwards. Each tour is made by one walk, which begins at the
  lower of its places in the middle, and there on (or towards, from a square that stays) the first square of an orbit.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from engine.boards.components import colouring
from engine.boards.move_graph import MoveGraph
from engine.search.frontier.folding import FoldedBoard, Vertices, fold
from engine.search.frontier.problem import adjacency_of


@dataclass(frozen=True)
class Way:
    """Walks to be searched. start: the square they begin on. along: whether their tours are moved along themselves.

    ends: the orbits where they may end; none where they end a move from an image of their first square.
    """

    start: int
    along: bool
    ends: Vertices = ()


@dataclass(frozen=True, eq=False)
class Quotient:
    """A board's moves and a symmetry of them, for tours of one sort.

    image: int32 (size,), the square that each is taken to. closed: whether closed tours are looked for, or open ones.
    """

    graph: MoveGraph
    image: NDArray[np.int32]
    closed: bool

    @cached_property
    def folded_board(self) -> FoldedBoard:
        """The board folded by the symmetry."""
        return fold(adjacency_of(self.graph), self.image.tolist())

    @cached_property
    def powers(self) -> NDArray[np.int32]:
        """int32 (order, size): what each power of the symmetry takes the squares to; row 0 is the identity."""
        rows = [np.arange(self.graph.size, dtype=np.int32)]
        for _ in range(self.folded_board.order - 1):
            rows.append(self.image[rows[-1]])
        return np.stack(rows)

    @cached_property
    def ways(self) -> tuple[Way, ...]:
        """The ways to be searched, which find every tour; none where there is none (see `refutation_reason`)."""
        folded_board = self.folded_board
        found = [Way(self._rarest, along=True)] if self._not_along is None else []
        if self._not_round is None:
            pairs = folded_board.turning(closed=self.closed)
            anywhere = tuple(vertex for vertex in range(len(folded_board.orbits)) if vertex not in folded_board.beside)
            for first in sorted({ends[0] for ends in pairs}):
                ends = tuple(pair[1] for pair in pairs if pair[0] == first) if self.closed else anywhere
                found.append(Way(folded_board.orbits[first][0], along=False, ends=ends))
        return tuple(found)

    @property
    def _rarest(self) -> int:
        """The first square of an orbit with the fewest neighbours."""
        return min(
            (orbit[0] for orbit in self.folded_board.orbits), key=lambda square: (self.graph.degrees[square], square)
        )

    @property
    def refutation_reason(self) -> str | None:
        """Why no tour is left as it is; None where one may be."""
        along, turned = self._not_along, self._not_round
        if along is None or turned is None:
            return None
        return f"The symmetry moves no such tour along itself: {along}. And it turns none round: {turned}."

    @cached_property
    def _not_along(self) -> str | None:
        """Why no tour is moved along itself; None where one may be."""
        folded_board = self.folded_board
        if not self.closed:
            return "an open tour has two ends"
        if not folded_board.free:
            return "a square stays where it is under some power of it"
        orbits, colours = len(folded_board.orbits), colouring(self.graph)
        if colours is not None and folded_board.order % 2 == 0:
            changed = int(colours[0] != colours[self.image[0]])
            if changed and orbits % 2 == 0:
                return f"an odd multiple of {orbits} moves ends on the colour it begins on, and it changes colours"
            if not changed and orbits % 2 == 1:
                return f"an odd multiple of {orbits} moves ends on the other colour, and it keeps colours"
        return None

    @cached_property
    def _not_round(self) -> str | None:
        """Why no tour is turned round; None where one may be."""
        folded_board, crossings = self.folded_board, 1 + self.closed
        if folded_board.order != 2:
            return f"it is of order {folded_board.order}, not two"
        staying, places = len(folded_board.staying), len(folded_board.staying) + len(folded_board.beside)
        if staying > crossings:
            return f"{staying} squares stay where they are, and there can be {crossings} at most"
        if places < crossings:
            return f"squares that stay, or are a move from their image, are {places}, and it takes {crossings} of them"
        return None
