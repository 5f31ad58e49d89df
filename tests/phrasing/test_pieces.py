"""The names of pieces."""

from __future__ import annotations

from engine.boards.piece import NAMES
from language.current import speaking
from phrasing.pieces import WITH_ARTICLE, piece_words


def test_every_name_is_understood() -> None:
    """Every name that is shown can be typed, and every piece that can be typed has a name."""
    assert {NAMES[words.removeprefix("the ")] for words in WITH_ARTICLE.values()} == set(NAMES.values())
    assert [NAMES[piece_words(piece).removeprefix("the ")] for piece in WITH_ARTICLE] == list(WITH_ARTICLE)


def test_others_are_called_by_their_leap() -> None:
    """Pieces without a name are called by their leap, in both languages."""
    assert piece_words([4, 5]) == "the (4,5)-leaper"
    with speaking("fr"):
        assert [piece_words((1, 4)), piece_words((4, 5))] == ["la girafe", "le (4,5)-sauteur"]
