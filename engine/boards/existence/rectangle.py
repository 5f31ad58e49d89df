"""Flat rectangles and the knight: for which sides, starts and ends there is a tour."""

from __future__ import annotations

from engine.boards.existence.end_pairs import BY_TABLE, FOUR_ROWS, Pair, Place, colour_rule, pair_rule
from engine.boards.existence.ends import closing_clash
from engine.boards.existence.sporadic import PAIRS
from engine.boards.existence.verdict import Existence, Question, proved_impossible
from engine.boards.piece import KNIGHT

SCHWENK = "A. J. Schwenk, Which rectangular chessboards have a knight's tour?, Mathematics Magazine 64 (1991) 325-332"
OPEN = (
    "P. Cull and J. De Curtins, Knight's tour revisited, Fibonacci Quarterly 16 (1978) 276-285, for sides of at least "
    "5; G. L. Chia and S.-H. Ong, Generalized knight's tours on rectangular chessboards, Discrete Applied Mathematics "
    "150 (2005) 80-98, for all"
)


def rectangle_theorems(question: Question) -> Existence | None:
    """Answer for a whole flat board and the knight by the published theorems, without building a graph."""
    board = question.board
    if not board.is_flat or board.present is not None or question.piece != KNIGHT or board.size == 1:
        return None
    short, long = sorted(board.shape)
    if question.tours == "closed" and len(question.ends) < 2:
        return closed_rectangle(short, long)
    whole = open_rectangle(short, long)
    if whole.impossible or not question.ends:
        return whole
    ends = [_place(question, square) for square in question.ends]
    if len(ends) == 2:
        clash = closing_clash(question, *question.ends, near=_one_move_apart(ends[0], ends[1]))
        return clash or pair_rule(Pair(short, long, ends[0], ends[1]))
    return _one_end(question, short, long, ends[0])


def _place(question: Question, square: int) -> Place:
    """Return row and column on the board laid with its short side upright."""
    row, column = question.board.square(square)
    return (row, column) if question.board.shape[0] <= question.board.shape[1] else (column, row)


def closed_rectangle(short: int, long: int) -> Existence:
    """Answer by Schwenk's theorem."""
    status = (
        "checked outside this project: exact search for sides up to 9 x 14, a tour for every even board from 5 to 60"
    )
    rule = (
        "Schwenk's theorem: an m x n board with m <= n has a closed knight's tour unless m and n are both odd, "
        "or m is 1, 2 or 4, or m = 3 and n is 4, 6 or 8."
    )
    reason = None
    if short % 2 and long % 2:
        reason = (
            f"both sides are odd: every move changes the colour of the square, so a closed tour has an even number of "
            f"squares, but the board has {short * long}"
        )
    elif short in (1, 2, 4):
        reason = f"one side is {short}"
    elif short == 3 and long in (4, 6, 8):
        reason = f"it is the board 3 x {long}"
    if reason is None:
        return Existence("possible", f"{rule} None of this holds for {short} x {long}.", SCHWENK, status)
    return Existence("impossible", f"{rule} Here {reason}.", SCHWENK, status)


def open_rectangle(short: int, long: int) -> Existence:
    """Answer whether there is an open tour at all. Where there is one, there is one that does not close."""
    status = (
        "checked outside this project: a tour for every other board of sides 3 to 9 and 10 to 299, exact search for "
        "these exceptions"
    )
    rule = (
        "An m x n board with m <= n has an open knight's tour unless m = 1 < n, or m = 2, or m = 3 and n is 3, 5 or 6, "
        "or m = n = 4."
    )
    missing = short < 3 or (short, long) in ((3, 3), (3, 5), (3, 6), (4, 4))
    words = f"{rule} This board is {short} x {long}."
    return Existence("impossible" if missing else "possible", words, OPEN, status)


def _one_end(question: Question, short: int, long: int, end: Place) -> Existence | None:
    """Answer where one end is prescribed: look for a square that can be the other end."""
    name = question.name(question.ends[0])
    if short == 4 and long > 4 and end[0] in (2, 3):
        return proved_impossible(f"{FOUR_ROWS} But {name} is an inner one.")
    if short * long % 2 and sum(end) % 2:
        return colour_rule(Pair(short, long, end, end))
    answers = [
        pair_rule(Pair(short, long, end, other))
        for other in _likely_ends(short, long)
        if other != end and not (question.tours == "open" and _one_move_apart(end, other))
    ]
    found = next((answer for answer in answers if answer.verdict == "possible"), None)
    if found is not None:
        return found
    if (short, long) in PAIRS and all(answer.impossible for answer in answers):
        return Existence("impossible", f"No tour of the board {short} x {long} starts or ends on {name}.", BY_TABLE)
    return None


def _likely_ends(short: int, long: int) -> list[Place]:
    """Return squares to try as the other end: all where there is a table, else those next to the corners."""
    if (short, long) in PAIRS:
        return [(row, column) for row in range(1, short + 1) for column in range(1, long + 1)]
    return [(row, column) for column in (1, 2, long - 1, long) for row in (1, 2, short - 1, short)]


def _one_move_apart(first: Place, second: Place) -> bool:
    return sorted((abs(first[0] - second[0]), abs(first[1] - second[1]))) == [1, 2]
