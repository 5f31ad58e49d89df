"""The flow argument: it refutes only what it should, and its numbers can be checked by hand."""

from __future__ import annotations

import re

import pytest

from engine.boards.existence.factor import MAX_SQUARES, no_two_factor
from engine.boards.existence.verdict import Existence, Question, Tours
from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph

KNIGHT = (1, 2)


def ask(label: str, tours: Tours, start: int | None = None, end: int | None = None) -> Existence | None:
    """Ask the flow argument alone."""
    board = parse_board(label)
    return no_two_factor(Question(board, KNIGHT, tours, start, end), move_graph(board, KNIGHT))


@pytest.mark.parametrize(
    ("label", "tours"),
    [("3x3", "any"), ("heart", "any"), ("5x5", "closed"), ("3x5", "closed"), ("2x3x3", "open")],
)
def test_refuted(label: str, tours: Tours) -> None:
    """Boards without a 2-factor are refuted; the words hold an inequality a + b < c with the numbers named before."""
    answer = ask(label, tours)
    assert answer is not None
    assert answer.impossible
    offered, spare, wanted = map(int, re.search(r"(\d+) \+ (\d+) < (\d+)", answer.explanation or "").groups())  # type: ignore[union-attr]  # it is there
    assert offered + spare < wanted
    assert f"need {wanted} neighbours" in answer.explanation
    assert f"at most {offered} times" in answer.explanation


@pytest.mark.parametrize(
    ("label", "tours"),
    [("3x4", "any"), ("6x6", "closed"), ("5x5", "any"), ("torus:3x3", "closed"), ("cube:2", "closed")],
)
def test_not_refuted(label: str, tours: Tours) -> None:
    """Where there is a tour there is a flow."""
    assert ask(label, tours) is None


def test_ends() -> None:
    """Prescribed ends need one neighbour each: on 5x8 the hub of two corners cannot be an end without one of them."""
    board = parse_board("5x8")
    hub, corner, other = board.index([3, 2]), board.index([1, 1]), board.index([1, 3])
    assert ask("5x8", "any", hub, corner) is None
    assert ask("5x8", "any", hub, other) is not None
    assert ask("5x8", "any", hub) is None


def test_sizes() -> None:
    """Boards of one or two squares and very large ones are left alone."""
    assert ask("1x2", "closed") is None
    assert ask("45x47", "closed") is None
    assert MAX_SQUARES < 45 * 47
