"""Checking, packing and classifying tours, per core: `python -m experiments.tour_checks`.

About half a minute and 1.5 GB.
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

import numpy as np

from engine.boards.labels import parse_board
from engine.boards.symmetry import symmetries
from engine.tours.canonical import class_keys, classify
from engine.tours.canonical_kernel import classify_stream
from engine.tours.pack import TourPacker
from engine.tours.parse import parse_tour
from engine.tours.verify import closing, first_fault, valid

KNIGHT = (1, 2)
BATCH, TOURS = 10_000, 200_000
TOUR = """
1 16 41 22 3 18 61 48 40 23 2 17 60 49 4 19 15 42 39 56 21 62 47 64 24 37 44 59 50 57 20 5
43 14 51 38 55 46 63 30 36 25 54 45 58 31 6 9 13 52 27 34 11 8 29 32 26 35 12 53 28 33 10 7
"""


def rate(name: str, work: Callable[[], object]) -> None:
    """Print how many tours of 8x8 a second `work`, which handles one batch, gets through."""
    work()
    before = process_time()
    for _ in range(TOURS // BATCH):
        work()
    print(f"{name:32} {TOURS / (process_time() - before):12,.0f} tours/s")


def main() -> None:
    """Print the table."""
    board = parse_board("8x8")
    group = symmetries(board)
    tours = group[np.arange(BATCH) % len(group)][:, parse_tour(board, KNIGHT, TOUR)]
    packer = TourPacker(board, KNIGHT)
    packed = packer.pack(tours)
    opened = np.zeros(BATCH, dtype=bool)
    rate("check", lambda: valid(board, KNIGHT, tours))
    rate("closing", lambda: closing(board, KNIGHT, tours))
    rate("pack", lambda: packer.pack(tours))
    rate("unpack", lambda: packer.unpack(packed))
    rate("classify, open, numpy", lambda: classify(tours, opened, group))
    rate("classify, open, compiled", lambda: classify_stream(tours, opened, group))
    rate("classify, as if closed, compiled", lambda: classify_stream(tours, ~opened, group))
    rate("class keys", lambda: class_keys(packed))
    huge = parse_board("10000x10000")
    snake = np.arange(huge.size, dtype=np.int32).reshape(huge.shape)
    snake[1::2] = snake[1::2, ::-1].copy()
    before = process_time()
    assert first_fault(huge, (0, 1), snake.reshape(-1)) is None
    print(f"{'check 10^8 squares, numpy':32} {process_time() - before:12.2f} s")


if __name__ == "__main__":
    main()
