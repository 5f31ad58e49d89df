"""What the atlas is made of."""

from __future__ import annotations

from collections import Counter

from engine.boards.labels import parse_board
from engine.specification.parse import parse_template
from store.atlas.entries import all_entries, entry_key
from store.atlas.parts import PARTS


def test_every_board_and_question_is_one() -> None:
    """Labels are the boards' own, specifications are read, and nothing is asked twice."""
    names: Counter[str] = Counter()
    for part in PARTS:
        assert all(parse_board(board).label == board for board in part.boards), part.name
        for specification in part.specifications:
            parse_template(specification)
            piece = ",".join(map(str, specification.get("piece", (1, 2))))
            names.update(entry_key(board, piece, specification) for board in part.boards)
    assert max(names.values()) == 1
    assert {entry.key for entry in all_entries()} <= set(names)
