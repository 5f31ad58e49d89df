"""Words for methods."""

from __future__ import annotations

from engine.kinds.methods import described_methods
from phrasing.vocabulary import METHOD_WORDS

STATISTICAL_TESTS = "test-generator"
"""The kind whose methods are statistical tests, whose names need no other words."""


def test_every_method_has_words() -> None:
    """Every method has words, so that no page shows its internal name."""
    described = {name for kind, name, _ in described_methods() if kind != STATISTICAL_TESTS}
    assert described <= METHOD_WORDS.keys()
