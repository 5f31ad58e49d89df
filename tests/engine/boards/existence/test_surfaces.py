"""The theorems on surfaces and boxes, in their own words; exact search checks them in test_decide and the sweep."""

from __future__ import annotations

import pytest

from engine.boards.existence.surfaces import MAX_CUBE, surface_theorems
from engine.boards.existence.verdict import Question
from engine.boards.labels import parse_board


def verdict(label: str, piece: tuple[int, ...] = (1, 2)) -> str | None:
    """Return what the theorems alone say about a closed tour."""
    answer = surface_theorems(Question(parse_board(label), piece, "closed"))
    return None if answer is None else answer.verdict


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("torus:7x9", "possible"),
        ("cylinder:1x5", "impossible"),
        ("cylinder:2x6", "impossible"),
        ("cylinder:2x7", "possible"),
        ("cylinder:4x8", "impossible"),
        ("cylinder:4x9", "possible"),
        ("cylinder:5x7", "possible"),
        ("moebius:3x4", "impossible"),
        ("moebius:3x5", "possible"),
        ("moebius:4x5", "impossible"),
        ("moebius:4x6", "possible"),
        ("moebius:5x1", "impossible"),
        ("moebius:6x1", "possible"),
        ("klein:9x14", "possible"),
        ("klein:10x14", None),
        ("projective:5x5", "possible"),
        (f"cube:{MAX_CUBE}", "possible"),
        (f"cube:{MAX_CUBE + 1}", "unknown"),
        ("4x4x4", "possible"),
        ("3x3x5", "impossible"),
        ("2x2x6", "impossible"),
        ("2x3x3", "impossible"),
        ("2x3x4", "possible"),
        ("2x2x3x4", "possible"),
        ("2x2x3x3", "impossible"),
        ("1x4x5", "impossible"),
        ("1x5x6", "possible"),
        ("1x1x9", None),
        ("8x8", None),
        ("torus:##./###", None),
    ],
)
def test_statements(label: str, expected: str | None) -> None:
    """The theorems decide each of their exceptions, and a board next to it."""
    assert verdict(label) == expected


def test_only_the_knight() -> None:
    """The theorems decide nothing for other pieces than the knight."""
    assert verdict("torus:5x5", (1, 3)) is None


def test_closed_tours_answer_for_any_start() -> None:
    """A closed tour proves a tour from every start, but nothing for a pair of ends or for open tours."""
    board = parse_board("torus:5x5")
    assert surface_theorems(Question(board, (1, 2), "any", start=7)) is not None
    assert surface_theorems(Question(board, (1, 2), "any", start=7, end=8)) is None
    assert surface_theorems(Question(board, (1, 2), "closed", start=7, end=0)) is None
    assert surface_theorems(Question(board, (1, 2), "open")) is None
