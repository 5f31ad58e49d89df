"""Tours of small boards that several test files look at."""

from __future__ import annotations

from functools import cache
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from engine.boards.board import Board
from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from tests.reference.all_tours import all_tours

KNIGHT = (1, 2)

WARNSDORFF_8X8 = """\
1 16 41 22 3 18 61 48
40 23 2 17 60 49 4 19
15 42 39 56 21 62 47 64
24 37 44 59 50 57 20 5
43 14 51 38 55 46 63 30
36 25 54 45 58 31 6 9
13 52 27 34 11 8 29 32
26 35 12 53 28 33 10 7
"""
"""An open tour printed as an example in "La marche du cavalier"."""


def warnsdorff_8x8() -> NDArray[np.int32]:
    """Return the printed tour as square numbers."""
    return np.argsort([int(number) for number in WARNSDORFF_8X8.split()]).astype(np.int32)


@cache
def some_tours(label: str, piece: tuple[int, ...] = KNIGHT, most: int = 1000) -> tuple[Board, NDArray[np.int32]]:
    """Return a board and its first directed tours, found by plain search."""
    board = parse_board(label)
    graph = move_graph(board, piece)
    rows = [row[:degree].tolist() for row, degree in zip(graph.neighbours, graph.degrees, strict=True)]
    return board, np.array(list(islice(all_tours(rows), most)), dtype=np.int32)
