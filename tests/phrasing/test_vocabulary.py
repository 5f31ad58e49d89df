"""What people call the methods."""

from __future__ import annotations

from engine.kinds.methods import described_methods
from phrasing.vocabulary import METHOD_WORDS

STATISTICAL_TESTS = "test-generator"
"""Its methods are the names of statistical tests, which need no other."""


def test_every_method_has_words() -> None:
    """So that no page shows the name of a method as documents have it."""
    described = {name for kind, name, _ in described_methods() if kind != STATISTICAL_TESTS}
    assert described <= METHOD_WORDS.keys()
