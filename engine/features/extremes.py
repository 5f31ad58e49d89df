"""What is known of the extremes of statistics: over all tours of small boards, and what is proved of large ones."""

from __future__ import annotations

from engine.boards.board import Board
from engine.features.table import CROSSINGS, LINE, TURNS, has_sums

TAMING = "Besa, Johnson, Mamano, Osegueda and Williams, Taming the knight's tour (arXiv:1904.02824, 2022)"

PUBLISHED = {
    TURNS: (("lower", "(6 - ε) n for every ε > 0, where n is large enough"), ("upper", "9.25 n + O(1)")),
    CROSSINGS: (("lower", "4 n - O(1)"), ("upper", "12 n + O(1)")),
}
"""Of the fewest that a closed tour of n x n has: what there are at least, and what a tour is known to have."""

CENSUS = {
    ("3x10", "closed"): (16, "8-8 10-10 4-4 4-8 0-0 0-4 10-10 3-7 3-7 10-10 26-30 55-57 1-2"),
    ("3x12", "closed"): (176, "7-11 10-11 6-11 3-10 0-0 0-4 9-15 3-9 3-9 9-15 32-36 61-68 1-2"),
    ("3x14", "closed"): (1_536, "6-16 10-15 4-11 4-13 0-0 0-8 10-18 3-11 3-11 10-18 34-42 69-83 1-2"),
    ("5x6", "closed"): (8, "4-6 4-4 8-10 8-10 2-2 0-2 6-8 7-9 7-9 6-8 28-30 49-51 1-2"),
    ("5x8", "closed"): (44_202, "4-13 1-9 5-18 6-18 0-11 0-5 5-16 3-16 3-16 5-16 35-40 54-70 1-3"),
    ("5x10", "closed"): (13_311_268, "4-20 0-15 4-25 8-25 0-15 0-9 5-22 3-22 3-22 5-22 41-50 61-89 1-4"),
    ("6x6", "closed"): (9_862, "4-14 0-11 4-16 8-13 0-12 0-4 4-14 4-14 4-14 4-14 32-36 52-66 1-2"),
    ("6x7", "closed"): (1_067_638, "4-19 0-16 2-21 2-18 0-14 0-7 4-18 2-19 2-19 4-18 35-42 56-85 1-3"),
    ("6x8", "closed"): (55_488_142, "4-22 0-19 4-25 0-22 0-15 0-9 4-22 2-24 2-24 4-22 39-48 59-92 1-3"),
    ("3x4", "open"): (8, "4-4 4-4 2-2 0-0 0-0 0-0 2-4 0-3 0-3 2-4 10-10 20-21 1-1"),
    ("3x7", "open"): (52, "5-8 6-7 2-6 0-3 0-0 0-1 4-8 2-6 2-6 4-8 18-19 35-39 1-2"),
    ("3x8", "open"): (396, "4-10 6-8 4-8 0-8 0-0 0-3 5-10 0-7 0-7 5-10 19-22 36-43 1-2"),
    ("4x5", "open"): (82, "2-4 0-3 6-8 1-4 2-4 0-1 2-7 2-6 2-6 2-7 17-18 28-33 1-2"),
    ("4x6", "open"): (744, "2-9 1-10 5-10 0-5 0-6 0-1 2-9 4-8 4-8 2-9 21-22 32-42 1-2"),
    ("4x7", "open"): (6_378, "2-9 0-10 6-14 0-11 2-7 0-2 1-11 2-11 2-11 1-11 24-26 38-48 1-3"),
    ("5x5", "open"): (864, "2-6 0-4 6-11 4-7 2-5 0-3 2-8 2-8 2-8 2-8 20-23 34-42 1-2"),
    ("5x6", "open"): (18_544, "2-10 0-8 4-14 5-10 1-6 0-4 3-11 4-13 4-13 3-11 24-28 38-51 1-2"),
    ("6x6", "open"): (2_963_928, "2-15 0-12 3-17 6-13 0-13 0-5 3-16 3-16 3-16 3-16 29-34 45-68 1-2"),
}
"""By board and tours: how many undirected tours there are, and the least and greatest value of each of LINE.

Each row is what a job `census` with the method `search` has found, which meets every tour once.
"""

ACROSS = {"moves_ene": "moves_nne", "moves_nne": "moves_ene", "moves_nnw": "moves_wnw", "moves_wnw": "moves_nnw"}
"""Directions by those that they become where rows and columns change places."""


def known_extreme(board: Board, tours: str, statistic: str, sought: str) -> tuple[int, int] | None:
    """Return the extreme over all tours of a board, and how many they are; None where it is not known.

    tours: "closed" or "open". sought: "fewest" or "most".
    """
    if not has_sums(board):
        return None
    sides, name = board.shape, statistic
    if sides[0] > sides[1]:
        sides, name = sides[::-1], ACROSS.get(statistic, statistic)
    number, values = CENSUS.get((f"{sides[0]}x{sides[1]}", tours), (0, ""))
    if not number:
        return None
    least, most = values.split()[LINE.index(name)].split("-")
    return int(least if sought == "fewest" else most), number


def bounds(board: Board, tours: str, statistic: str, sought: str) -> list[dict[str, str]]:
    """Return what is known of an extreme, as `Bound` has it: the exact one of small boards, and published bounds."""
    known = known_extreme(board, tours, statistic, sought)
    found = []
    if known is not None:
        value, number = known
        found += [{"what": "exact", "value": str(value), "source": f"a census of all {number} undirected tours"}]
    if has_sums(board) and board.shape[0] == board.shape[1] and tours == "closed" and sought == "fewest":
        published = PUBLISHED.get(statistic, ())
        found += [{"what": what, "value": value, "source": TAMING} for what, value in published]
    return found
