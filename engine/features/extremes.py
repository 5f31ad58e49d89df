"""Proved extremes of statistics over all tours of small boards and of 8x8, and bounds on them for large boards."""

from __future__ import annotations

from typing import NamedTuple

from engine.boards.board import Board
from engine.features.table import CROSSINGS, LINE, RUN, TURNS, has_sums

TAMING = "Besa, Johnson, Mamano, Osegueda and Williams, Taming the knight's tour (arXiv:1904.02824, 2022)"

PUBLISHED = {
    TURNS: (("lower", "(6 - ε) n for every ε > 0, where n is large enough"), ("upper", "9.25 n + O(1)")),
    CROSSINGS: (("lower", "4 n - O(1)"), ("upper", "12 n + O(1)")),
}
"""Bounds on the fewest that a closed tour of n x n has; known tours reach the "upper" ones."""

COUNTED = LINE[: LINE.index(RUN) + 1]
"""The statistics whose extremes are kept."""

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
"""By board and tours: how many undirected tours there are, and the least and greatest value of each of COUNTED.

Each row is the result of a job `census` with the method `search`, which meets every tour once.
"""

SWEPT = {
    "6x9": (3_374_967_940, ((4, 1_486), (26, 966)), ((2, 4), (26, 40))),
    "6x10": (239_187_240_144, ((4, 8_582), (30, 3_649)), ((2, 1_534), (30, 91))),
    "6x11": (15_360_134_570_696, ((4, 46_142), (34, 10_733)), ((2, 136_238), (34, 12))),
    "6x12": (964_730_606_632_516, ((4, 240_178), (38, 30_703)), ((2, 762_712), (38, 50))),
    "7x8": (34_524_432_316, ((2, 2_026), (30, 6)), ((2, 100), (29, 73))),
    "8x8": (13_267_364_410_532, ((2, 14_781), (34, 1_029)), ((2, 14_781), (34, 1_029))),
}
"""By board: the number of closed tours, then the fewest and the most moves along each of the two sorts of STEEPNESS.

Each extreme has the number of tours that reach it. Source: the weighted sweeps of the atlas.
"""

STEEPNESS = {"moves_ene": 0, "moves_wnw": 0, "moves_nne": 1, "moves_nnw": 1}
"""Which of the two sorts each direction belongs to: by reflection both directions of a sort have one distribution."""

KNUTH = {
    ("angle_37", "fewest"): (4, "86", None),
    ("angle_37", "most"): (29, "86", 136),
    ("angle_53", "fewest"): (0, "86", None),
    ("angle_53", "most"): (30, "86", 432),
    ("angle_90", "fewest"): (2, "86", None),
    ("angle_90", "most"): (39, "86", 48),
    ("angle_127", "fewest"): (0, "86", None),
    ("angle_127", "most"): (33, "86", 176),
    ("angle_143", "fewest"): (0, "86", None),
    ("angle_143", "most"): (25, "86", 32),
    ("angle_180", "fewest"): (0, "86", None),
    ("angle_180", "most"): (19, "86", 112),
    ("moves_ene", "most"): (34, "89-90", None),
    ("moves_nne", "most"): (34, "89-90", None),
    ("moves_nnw", "most"): (34, "89-90", None),
    ("moves_wnw", "most"): (34, "89-90", None),
    ("turns", "fewest"): (45, "86", 112),
    ("turns", "most"): (64, "86", None),
    ("crossings", "fewest"): (69, "89", 40),
    ("crossings", "most"): (126, "89", None),
}
"""By statistic and what is sought: the extreme over closed tours of 8x8, the pages, and how many tours have it.

D. E. Knuth, The Art of Computer Programming, pre-fascicle 8A (December 2025), who examined all 13,267,364,410,532.
A closed tour of 64 squares has 64 angles, so the pages on straight angles cover turns too.
"""


QUANTITIES = tuple(f"{statistic}_{sought}" for statistic, sought in KNUTH)
"""The names of the extremes among the figures of a board."""


class Known(NamedTuple):
    """A bound on a statistic that holds for every tour of a board.

    attained: whether some tour has this value. source: who proved it, or how.
    """

    value: int
    attained: bool
    source: str


ACROSS = {"moves_ene": "moves_nne", "moves_nne": "moves_ene", "moves_nnw": "moves_wnw", "moves_wnw": "moves_nnw"}
"""The direction that each becomes when rows and columns are exchanged."""


def known_extreme(board: Board, tours: str, statistic: str, sought: str) -> Known | None:
    """Return the known bound on a statistic over all tours of a board; None where there is none.

    tours: "closed" or "open". sought: "fewest" or "most".
    """
    if not has_sums(board):
        return _by_nature(board, tours, statistic, sought)
    label, name = _in_landscape(board, statistic)
    if (label, tours) == ("8x8", "closed") and (statistic, sought) in KNUTH:
        value, pages, number = KNUTH[statistic, sought]
        return Known(value, True, _by_knuth(pages, number))
    counted = _by_census(label, tours, name, sought) or _by_sweep(label, tours, name, sought)
    return counted or _by_nature(board, tours, statistic, sought)


def _by_knuth(pages: str, number: int | None) -> str:
    if number is None:
        return f"Knuth, The Art of Computer Programming, pre-fascicle 8A, 2025: page {pages}"
    return f"Knuth, The Art of Computer Programming, pre-fascicle 8A, 2025: {number} tours have it, page {pages}"


def _in_landscape(board: Board, statistic: str) -> tuple[str, str]:
    """Return the label of a rectangle turned to have no more rows than columns, and the name of the statistic there."""
    rows, columns = board.shape
    if rows > columns:
        return f"{columns}x{rows}", ACROSS.get(statistic, statistic)
    return f"{rows}x{columns}", statistic


def _by_census(label: str, tours: str, statistic: str, sought: str) -> Known | None:
    if (label, tours) not in CENSUS or statistic not in COUNTED:
        return None
    number, values = CENSUS[label, tours]
    least, most = values.split()[COUNTED.index(statistic)].split("-")
    return Known(int(least if sought == "fewest" else most), True, f"a census of all {number:,} undirected tours")


def _by_sweep(label: str, tours: str, statistic: str, sought: str) -> Known | None:
    if tours != "closed" or label not in SWEPT or statistic not in STEEPNESS:
        return None
    number, *extremes = SWEPT[label]
    least, most = extremes[STEEPNESS[statistic]]
    value, reaching = least if sought == "fewest" else most
    return Known(value, True, f"weighted sweeps over all {number:,} closed tours: {reaching:,} of them have it")


def _by_nature(board: Board, tours: str, statistic: str, sought: str) -> Known | None:
    """Return what holds for every tour: no number is less than 0, and only the squares between two moves are turns."""
    if sought == "fewest":
        return Known(0, False, "no number of them is less")
    if statistic == TURNS:
        return Known(board.size - (0 if tours == "closed" else 2), False, "a tour has no more squares to turn at")
    return None


def bounds(board: Board, tours: str, statistic: str, sought: str) -> list[dict[str, str]]:
    """Return the known results on an extreme, in the form of `Bound`: its value or a limit, and published bounds."""
    known = known_extreme(board, tours, statistic, sought)
    found = []
    if known is not None:
        found += [{"what": "exact" if known.attained else "limit", "value": str(known.value), "source": known.source}]
    if has_sums(board) and board.shape[0] == board.shape[1] and tours == "closed" and sought == "fewest":
        published = PUBLISHED.get(statistic, ())
        found += [{"what": what, "value": value, "source": TAMING} for what, value in published]
    return found
