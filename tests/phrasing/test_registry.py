"""Every kind of job has words."""

from __future__ import annotations

from engine.kinds.table import KINDS
from phrasing.registry import WORDS


def test_every_kind_has_words() -> None:
    """Every kind has words, and no two kinds the same name."""
    assert WORDS.keys() == KINDS.keys()
    assert len({words.name for words in WORDS.values()}) == len(WORDS)
