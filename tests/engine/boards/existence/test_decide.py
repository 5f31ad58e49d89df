"""Existence against exact search: no answer is ever wrong, and every board of the theorems gets one."""

from __future__ import annotations

import time

import numpy as np
import pytest

from engine.boards.existence.decide import existence
from engine.boards.labels import parse_board
from engine.boards.symmetry import square_classes
from tests.reference.boards import squares_and_moves, tour_ends

TWO = ["torus:1x2", "torus:2x1", "cylinder:2x1", "klein:2x1"]
FLAT = ["1x2", "2x2", "2x5", "3x3", "3x4", "4x3", "3x5", "4x4", "1x1"]
GLUED = [
    f"{surface}:{shape}"
    for surface in ("torus", "cylinder", "moebius", "klein", "projective")
    for shape in ("1x2", "2x1", "1x4", "4x1", "2x3", "3x2", "2x4", "3x3", "4x2", "3x4", "4x3")
]
OTHER = ["cube:1", "2x2x2", "1x3x4", "2x2x3", "2x3x2", "1x1x5", "mask:###/#.#/###", "mask:####/####/.###"]
LEAPERS = [
    ("4x4", (1, 3)),
    ("3x4", (1,)),
    ("3x4", (1, 1)),
    ("torus:3x4", (1, 3)),
    ("2x2x3", (1, 1, 2)),
    ("cube:1", (1,)),
    ("1x2", (0, 1)),
    ("6x3", (2, 3)),
    ("3x6", (2, 3)),
    ("mask:####/####/#..#/#..#/####/####", (2, 3)),
    ("torus:4x4", (1, 2)),
    ("4x4", (1, 2)),
]


def check_against_search(label: str, piece: tuple[int, ...]) -> int:
    """Compare every kind of question with exact search; return how many questions stay open."""
    board = parse_board(label)
    _, moves = squares_and_moves(label, piece)
    unknown = 0
    for start in square_classes(board).representatives.tolist():
        ends = tour_ends(moves, start)
        closing = moves[start] if board.size > 2 else []
        for tours in ("any", "closed", "open"):
            fitting = {end for end in ends if tours == "any" or (tours == "closed") == (end in closing)}
            for end in [None, *range(board.size)]:
                truth = bool(fitting) if end is None else end in fitting
                answer = existence(board, piece, tours, start, end)
                assert answer.verdict in ("unknown", "possible" if truth else "impossible"), (start, end, tours, answer)
                assert answer.explanation
                unknown += answer.verdict == "unknown"
    return unknown


def check_whole_board(label: str, piece: tuple[int, ...] = (1, 2)) -> list[str]:
    """Compare the questions without prescribed ends with exact search; return the verdicts."""
    board = parse_board(label)
    _, moves = squares_and_moves(label, piece)
    pairs = [(start, end) for start in range(board.size) for end in tour_ends(moves, start)]
    closing = [board.size > 2 and end in moves[start] for start, end in pairs]
    truth = {"any": bool(pairs), "closed": any(closing), "open": not all(closing)}
    verdicts = []
    for tours in ("any", "closed", "open"):
        answer = existence(board, piece, tours)
        assert answer.verdict in ("unknown", "possible" if truth[tours] else "impossible"), (tours, answer)
        verdicts.append(answer.verdict)
    return verdicts


@pytest.mark.parametrize("label", FLAT + GLUED + OTHER)
def test_knight_on_small_boards(label: str) -> None:
    """With and without prescribed ends the verdict is that of exact search, or "unknown"."""
    check_against_search(label, (1, 2))
    check_whole_board(label)


@pytest.mark.parametrize(("label", "piece"), LEAPERS)
def test_other_leapers_on_small_boards(label: str, piece: tuple[int, ...]) -> None:
    """Only general arguments apply to other leapers; they are right too."""
    check_against_search(label, piece)
    check_whole_board(label, piece)


@pytest.mark.parametrize("label", FLAT + TWO)
def test_settled_boards(label: str) -> None:
    """On flat boards, and on two squares, no question about the knight stays open, whatever the ends."""
    assert check_against_search(label, (1, 2)) == 0
    assert "unknown" not in check_whole_board(label)


@pytest.mark.parametrize(
    "label", ["torus:3x3", "cylinder:3x4", "cylinder:2x4", "moebius:3x4", "moebius:4x3", "klein:3x3"]
)
def test_closed_tours_of_surfaces_are_settled(label: str) -> None:
    """The theorems on glued boards settle whether a closed tour exists."""
    assert existence(parse_board(label), (1, 2), "closed").verdict != "unknown"


def test_five_by_five_from_a_black_square() -> None:
    """The colour proof names the colours, counts them, and says why this square is no start."""
    board = parse_board("5x5")
    answer = existence(board, (1, 2), "any", board.index([1, 2]))
    assert answer.impossible
    assert answer.source is None
    for words in ("like a chessboard", "every move changes colour", "13 squares", "only 12 squares", "[1, 2] (b5)"):
        assert words in answer.explanation


@pytest.mark.parametrize(
    ("label", "tours", "words"),
    [
        ("heart", "any", "9 more"),
        ("3x3", "any", "No move leads to or from the square [2, 2] (b2)"),
        ("4x9", "closed", "outer"),
        ("moebius:4x11", "closed", "falls into 2 parts"),
        ("2x2x5", "any", "falls into 4 parts"),
        ("5x7", "closed", "brings the colour back"),
        ("3x8", "closed", "Schwenk"),
        ("3x6", "any", "m = 3 and n is 3, 5 or 6"),
        ("mask:###/###/###/..#", "closed", "only one move"),
    ],
)
def test_reasons(label: str, tours: str, words: str) -> None:
    """Each impossible job gets the reason a reader would look for."""
    answer = existence(parse_board(label), (1, 2), tours)  # type: ignore[arg-type]  # one of the three kinds
    assert answer.impossible
    assert words in answer.explanation


@pytest.mark.parametrize(
    ("label", "piece", "outer"),
    [
        ("12x13", (2, 3), "rows 1, 2, 6, 7, 11 and 12"),
        ("13x12", (2, 3), "columns 1, 2, 6, 7, 11 and 12"),
        ("16x16", (3, 4), "rows 1, 2, 3, 8, 9, 10, 15 and 16"),
    ],
)
def test_strips_of_other_leapers(label: str, piece: tuple[int, ...], outer: str) -> None:
    """No closed (2,3)-tour of 12x13: outer and inner rows alternate, and without other moves the board falls apart."""
    answer = existence(parse_board(label), piece, "closed")
    assert answer.impossible
    assert answer.source is None
    assert outer in answer.explanation


def test_schwenk_on_every_size() -> None:
    """Up to 14 x 14, in both orientations, exactly Schwenk's three exceptions have no closed tour."""
    for rows in range(2, 15):
        for columns in range(2, 15):
            short, long = sorted((rows, columns))
            none = rows * columns % 2 or short in (2, 4) or (short == 3 and long in (4, 6, 8))
            answer = existence(parse_board(f"{rows}x{columns}"), (1, 2), "closed")
            assert answer.verdict == ("impossible" if none else "possible")


def test_large_boards_at_once() -> None:
    """Boards of millions of squares are answered by theorems, without a graph."""
    begin = time.process_time()
    board = parse_board("2000x2000")
    assert existence(board, (1, 2), "closed").verdict == "possible"
    assert existence(board, (1, 2), "any", 0, 1).verdict == "possible"
    assert existence(board, (1, 2), "any", 0, 2).impossible
    assert existence(board, (1, 2), "open", 0, 3).verdict == "possible"
    assert existence(board, (1, 2), "open", 0, 2002).impossible
    assert existence(board, (1, 2), "closed", 0, 2002).verdict == "possible"
    assert existence(board, (1, 2), "closed", 0, 3).impossible
    assert existence(parse_board("2001x2001"), (1, 2), "any", 1).impossible
    assert existence(board, (1, 4), "any").verdict == "unknown"
    assert time.process_time() - begin < 5


def test_answers_do_not_depend_on_symmetry() -> None:
    """Squares that a symmetry exchanges get the same verdict, on a board laid either way."""
    upright, lying = parse_board("7x4"), parse_board("4x7")
    for start in range(28):
        row, column = upright.square(start)
        turned = lying.index([column, row])
        verdict = existence(upright, (1, 2), "any", start).verdict
        assert (
            verdict
            == existence(lying, (1, 2), "any", turned).verdict
            == ("possible" if column in (1, 4) else "impossible")
        )
    assert np.unique(square_classes(upright).sizes).tolist() == [2, 4]
