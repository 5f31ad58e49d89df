"""Every kind of job is spoken of."""

from __future__ import annotations

from engine.kinds.table import KINDS
from phrasing.registry import WORDS


def test_every_kind_has_words() -> None:
    """And no two the same name."""
    assert WORDS.keys() == KINDS.keys()
    assert len({words.name for words in WORDS.values()}) == len(WORDS)
