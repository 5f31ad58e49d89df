"""The statistics of a tour, and the boards and pieces that have each of them.

A tour is a broken line that joins the centres of its squares; of a closed tour the move back to the start is part of
it. Only the sums of the numbers depend on where a tour begins; nothing depends on its direction.
"""

from __future__ import annotations

from engine.boards.board import Board
from engine.boards.piece import KNIGHT, Piece

ANGLES = {4: "angle_37", 3: "angle_53", 0: "angle_90", -3: "angle_127", -4: "angle_143", -5: "angle_180"}
"""Squares at which the lines to the squares before and after meet at this many degrees, by 5 times their cosine."""

DIRECTIONS = {"moves_ene": (-1, 2), "moves_nne": (-2, 1), "moves_nnw": (-2, -1), "moves_wnw": (-1, -2)}
"""Moves along a line in a direction or back, as on a compass; (rows down, columns to the right) of one of the two."""

TURNS, CROSSINGS, RUN = "turns", "crossings", "straight_run"
TURNING, AREA, WEDGES, CORNERS = "turning_number", "swept_area", "wedges", "corner_type"
LINE = (*ANGLES.values(), *DIRECTIONS, TURNS, CROSSINGS, RUN, TURNING, AREA, WEDGES, CORNERS)
"""The statistics of the line, in the order of the columns of `line_statistics`."""

ADDITIVE = (*ANGLES.values(), *DIRECTIONS, TURNS, CROSSINGS)
"""Statistics that are sums over moves, turns or crossings: an exchange changes them by what it removes and adds."""

MAGIC = "magic"
"""The statistic of the numbers: 1 (semimagic) if all rows have one sum and all columns one, 2 if magic, else 0."""

NONE, SEMIMAGIC, MAGIC_SQUARE = range(3)

STATISTICS = (*LINE, MAGIC)
"""All statistics, in the order of the columns of `measure_stream`."""


def has_line(board: Board, piece: Piece) -> bool:
    """Whether tours are lines with known statistics: the knight's tours of flat boards, with or without holes.

    On glued surfaces a move over a side is no segment. Other leapers have other angles and ways to cross.
    """
    return board.is_flat and piece == KNIGHT


def has_sums(board: Board) -> bool:
    """Whether the numbers of a tour fill whole rows and columns, more than one of each."""
    return board.present is None and len(board.shape) == 2 and min(board.shape) > 1 and board.is_flat


def has_corners(board: Board) -> bool:
    """Whether a board is a rectangle with four corners, of two moves each: closed tours have a corner type then."""
    return has_sums(board) and min(board.shape) > 2


def statistics_of_line(board: Board, *, closed: bool) -> tuple[str, ...]:
    """Return the statistics of LINE that tours of a board with lines have."""
    return LINE if closed and has_corners(board) else tuple(name for name in LINE if name != CORNERS)


ABSENT = -1
"""The entry in the columns of statistics that the board or the piece does not have."""
