"""The request to a construction, and its answer."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from engine.boards.board import Board
from engine.boards.existence.verdict import Tours
from engine.boards.move_graph import MoveGraph, move_graph
from engine.boards.piece import KNIGHT, Piece
from engine.search.quotient.ways import Quotient
from engine.tours.symmetry_type import plane_symmetry

Verdict = Literal["complete", "impossible", "not-found"]


@dataclass(frozen=True)
class Request:
    """A request for one tour.

    start, end: numbers of the squares on which it must begin and end; None leaves them free. symmetry: the name of
    a symmetry of the board that leaves the tour as it is.
    """

    board: Board
    piece: Piece = KNIGHT
    tours: Tours = "any"
    start: int | None = None
    end: int | None = None
    symmetry: str | None = None

    @cached_property
    def graph(self) -> MoveGraph:
        """The move graph; built when first asked for, as large flat boards do not need it."""
        return move_graph(self.board, self.piece)

    @cached_property
    def quotient(self) -> Quotient:
        """The quotient of the board by the symmetry."""
        assert self.symmetry is not None
        image = plane_symmetry(self.board, self.symmetry)
        assert image is not None
        return Quotient(self.graph, image, self.tours == "closed")

    @property
    def whole_flat(self) -> bool:
        """Whether this is about the knight on a rectangle without holes."""
        return self.board.surface == "flat" and self.board.present is None and self.piece == KNIGHT

    def accepts(self, closed: bool) -> bool:
        """Whether a tour that closes, or does not, is of the requested kind."""
        return self.tours == "any" or (self.tours == "closed") == closed


@dataclass(frozen=True, eq=False)
class Answer:
    """What a method found.

    tour: int32 (size,), square numbers in order, with the verdict "complete". explanation: the proof, with
    "impossible"; why it gave up, with "not-found"; how the tour was made, with "complete".
    """

    verdict: Verdict
    explanation: str
    tour: NDArray[np.int32] | None = None


def begin_at(tour: NDArray[np.int32], start: int | None) -> NDArray[np.int32]:
    """Return a closed tour rotated so that it begins on `start`."""
    if start is None:
        return tour
    turned: NDArray[np.int32] = np.roll(tour, -int(np.flatnonzero(tour == start)[0]))
    return turned
