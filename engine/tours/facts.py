"""The facts of a single tour, computed from it alone: for pages, pastes and comparisons. Needs no numba."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.boards.board import Board
from engine.boards.symmetry import symmetries
from engine.features.measure import statistics_of
from engine.tours.canonical import class_keys, classify
from engine.tours.pack import TourPacker
from engine.tours.symmetry_type import symmetry_type
from engine.tours.verify import closing


@dataclass(frozen=True)
class TourFacts:
    """Facts of a sound tour.

    canonical: int32 (size,), the representative of its class. key: the class's 16 bytes. packed: the tour itself,
    in the format of `pack`. stabiliser: symmetries that map it onto itself. directed, undirected: how many tours the
    class has, by either convention. statistics: the values by name, of those that its board and piece have.
    """

    closed: bool
    canonical: NDArray[np.int32]
    key: bytes
    packed: bytes
    symmetry: str
    stabiliser: int
    directed: int
    undirected: int
    statistics: dict[str, int]


def facts_of(board: Board, piece: tuple[int, ...], tour: NDArray[np.integer]) -> TourFacts:
    """Return the facts of a sound tour (`verify.first_fault` says whether it is one).

    ValueError where a step is not a move; KernelLimitError where the board's symmetries do not fit in a table.
    """
    batch = np.asarray(tour)[None, :]
    closes = closing(board, piece, batch)
    group = symmetries(board)
    classes = classify(batch, closes, group)
    packer = TourPacker(board, piece)
    return TourFacts(
        closed=bool(closes[0]),
        canonical=classes.canonical.reshape(-1),
        key=class_keys(packer.pack(classes.canonical))[0],
        packed=packer.pack(batch).tobytes(),
        symmetry=symmetry_type(board, classes.canonical.reshape(-1), group, closed=bool(closes[0])),
        stabiliser=int(classes.stabiliser[0]),
        directed=int(classes.directed_sizes[0]),
        undirected=int(classes.undirected_sizes[0]),
        statistics=statistics_of(board, piece, np.asarray(tour), closed=bool(closes[0])),
    )
