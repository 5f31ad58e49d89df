"""Letters and words as boards."""

from __future__ import annotations

import pytest

from engine.boards.existence.decide import existence
from engine.boards.labels import parse_board
from engine.boards.letter_masks import BITMAPS


def test_letters() -> None:
    """There are 36 different characters, of five rows of equal length, four squares to a pixel."""
    assert sorted(BITMAPS) == sorted("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    assert len(set(BITMAPS.values())) == 36
    for character in BITMAPS:
        rows = parse_board(f"letter:{character}").rows()
        assert len(rows) == 20
        assert rows[0::4] == rows[1::4] == rows[2::4] == rows[3::4]
        assert all(set(row) <= {"#", "."} and len(row) % 4 == 0 for row in rows)


@pytest.mark.parametrize("label", [*(f"letter:{character}" for character in BITMAPS), "word:KNIGHT", "word:TOUR64"])
def test_letters_hold_together(label: str) -> None:
    """A knight gets everywhere on a letter and from letter to letter, and no argument speaks against a tour."""
    board = parse_board(label)
    assert not existence(board, (1, 2), "any").impossible
    assert not existence(board, (1, 2), "closed").impossible
