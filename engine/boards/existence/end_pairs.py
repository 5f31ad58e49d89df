"""Flat rectangles and the knight: between which two squares there is a tour.

m x n stands for a board with m <= n, laid with m rows. The rules below were found and confirmed by exact search on the
boards each names; where an impossibility has a short proof it holds for every n.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.boards.existence.sporadic import partners
from engine.boards.existence.verdict import Existence, proved_impossible

Place = tuple[int, int]

CONRAD = (
    "A. Conrad, T. Hindrichs, H. Morsy and I. Wegener, Solution of the knight's Hamiltonian path problem on "
    "chessboards, Discrete Applied Mathematics 50 (1994) 125-134"
)
BY_SEARCH = "exact search, outside this project, over all pairs of squares of this board"
BY_TABLE = "exact search over all tours of this board"
SEARCHED = {(6, 6), (6, 7), (6, 8), (6, 9), (6, 10), (7, 7), (7, 8), (8, 8), (11, 13), (12, 13), (13, 13)}
SEARCHED |= {(5, n) for n in (7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 22, 24, 25, 30)}
SEARCHED |= {(4, n) for n in range(7, 31)}
SEARCHED |= {(3, n) for n in (11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24)}
UNKNOWN = Existence("unknown", "No rule for the ends of a tour is proved for this board, and no obstruction is known.")


@dataclass(frozen=True)
class Pair:
    """Two different squares, as 1-based (row, column), of the board short x long."""

    short: int
    long: int
    first: Place
    second: Place

    @property
    def mirror(self) -> Pair:
        """Return the same pair mirrored, left and right exchanged."""
        turn = self.long + 1
        first, second = self.first, self.second
        return Pair(self.short, self.long, (first[0], turn - first[1]), (second[0], turn - second[1]))

    def one_is(self, place: Place) -> bool:
        """Whether one of the two squares is `place`."""
        return place in (self.first, self.second)

    def within(self, places: set[Place]) -> bool:
        """Whether both squares are among `places`."""
        return {self.first, self.second} <= places

    def __str__(self) -> str:
        return f"{list(self.first)} and {list(self.second)}"


def pair_rule(pair: Pair) -> Existence:
    """Answer whether a knight's tour leads from one square of the pair to the other, on a board that has open tours."""
    board = (pair.short, pair.long)
    refuted = colour_rule(pair) or four_rows(pair) or shared_neighbour(pair)
    if refuted is not None:
        return refuted
    table = partners(*board)
    if table is not None:
        return _by_table(pair, table)
    return _by_rule(pair)


def _by_rule(pair: Pair) -> Existence:
    """Answer a pair that no short argument refutes."""
    board = (pair.short, pair.long)
    words = f"On the board {pair.short} x {pair.long}"
    if board == (5, 5):
        corner = any(place[0] in (1, 5) and place[1] in (1, 5) for place in (pair.first, pair.second))
        rule = (
            f"{words} a tour leads from one square to another of the corners' colour just if one of them is a corner."
        )
        return Existence("possible" if corner else "impossible", rule, BY_TABLE)
    if board in SEARCHED and _sporadic_three_rows(pair):
        return Existence("impossible", f"{words} no tour leads from one of {pair} to the other.", BY_SEARCH)
    if board in SEARCHED:
        return Existence("possible", f"{words} a tour leads from one of {pair} to the other.", BY_SEARCH)
    if pair.short == pair.long >= 6:
        rule = f"{words} a tour leads between any two squares whose colours admit it."
        checked = "checked outside this project on all pairs of 6 x 6, 7 x 7, 8 x 8 and 13 x 13"
        return Existence("possible", rule, CONRAD, checked)
    return UNKNOWN


def colour_rule(pair: Pair) -> Existence | None:
    """Refute a pair by the colours of the chessboard."""
    first, second = (sum(place) % 2 for place in (pair.first, pair.second))
    squares = pair.short * pair.long
    opening = f"Colour the board {pair.short} x {pair.long} like a chessboard; every move changes colour."
    if squares % 2 == 0 and first == second:
        return proved_impossible(
            f"{opening} A tour of {squares} squares makes {squares - 1} moves, an odd number, so it ends on the other "
            f"colour than it starts on; but {pair} have the same colour."
        )
    if squares % 2 and (first or second):
        wrong = pair.first if first else pair.second
        return proved_impossible(
            f"{opening} Of the {squares} squares one more has the corners' colour than the other one, so a tour "
            f"starts and ends on the corners' colour; but {list(wrong)} has the other one."
        )
    return None


def four_rows(pair: Pair) -> Existence | None:
    """Refute an inner end on a board of four rows."""
    inner = [place for place in (pair.first, pair.second) if place[0] in (2, 3)]
    if pair.short != 4 or pair.long < 5 or not inner:
        return None
    return proved_impossible(f"{FOUR_ROWS} But the square {list(inner[0])} is an inner one.")


FOUR_ROWS = (
    "Call the squares of the first and fourth row outer, the others inner. No move joins two outer squares, and they "
    "are half of all squares. So in an open tour with an inner end outer and inner squares alternate strictly. Colours "
    "alternate too, so all outer squares of the tour would have one colour; but there are outer squares of both "
    "colours. Hence on a board of four rows both ends of every tour are outer squares."
)


def shared_neighbour(pair: Pair) -> Existence | None:
    """Refute a pair that leaves a corner without a way on: boards of 3 or 5 rows."""
    if pair.short not in (3, 5) or pair.long < 6:
        return None
    for seen in (pair, pair.mirror):
        hub = (2, 3) if seen.short == 3 else (3, 2)
        corners = {(1, 1), (seen.short, 1)}
        if seen.one_is(hub) and not seen.within(corners | {hub}):
            side = "left" if seen is pair else "right"
            return proved_impossible(
                f"The two corners on the {side} have two moves each, and both have a move to the same square, one of "
                f"{pair}. As an end of the tour this square is next to one other square only, so it leaves one of "
                f"the corners with a single move. That corner must be the other end, but the other square is neither "
                f"of these corners."
            )
    return None


def _by_table(pair: Pair, table: tuple[frozenset[int], ...]) -> Existence:
    first, second = ((row - 1) * pair.long + column - 1 for row, column in (pair.first, pair.second))
    found = second in table[first]
    words = (
        f"{'A' if found else 'No'} tour of the board {pair.short} x {pair.long} leads from one of {pair} to the other."
    )
    return Existence("possible" if found else "impossible", words, BY_SEARCH)


def _sporadic_three_rows(pair: Pair) -> bool:
    """Whether the pair is one of the few that fail on boards of three rows and odd length."""
    if pair.short != 3 or pair.long % 2 == 0:
        return False
    near = {(1, 3), (3, 3), (2, 4)}
    if pair.within(near) or pair.mirror.within(near):
        return True
    left, right = {(1, 3), (3, 3)}, {(1, 11), (3, 11)}
    crossing = (pair.first in left and pair.second in right) or (pair.second in left and pair.first in right)
    return pair.long == 13 and crossing
