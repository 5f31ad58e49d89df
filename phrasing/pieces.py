"""What pieces are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.boards.piece import KNIGHT, Piece, piece_key
from language.translate import gettext, gettext_noop, translate

WITH_ARTICLE: Mapping[Piece, str] = {
    (1,): gettext_noop("the wazir"),
    (2,): gettext_noop("the dabbaba"),
    (3,): gettext_noop("the threeleaper"),
    (1, 1): gettext_noop("the fers"),
    (1, 2): gettext_noop("the knight"),
    (1, 3): gettext_noop("the camel"),
    (1, 4): gettext_noop("the giraffe"),
    (1, 5): gettext_noop("the ibis"),
    (1, 6): gettext_noop("the flamingo"),
    (2, 2): gettext_noop("the alfil"),
    (2, 3): gettext_noop("the zebra"),
    (2, 4): gettext_noop("the stag"),
    (3, 3): gettext_noop("the tripper"),
    (3, 4): gettext_noop("the antelope"),
}


def piece_words(piece: Sequence[int]) -> str:
    """Return the piece with its article: "the giraffe", "the (4,5)-leaper"."""
    name = WITH_ARTICLE.get(tuple(piece))
    return gettext("the (%(piece)s)-leaper", piece=piece_key(piece)) if name is None else translate(name)


def by_piece(piece: Sequence[int] | str | None) -> str:
    """Return what follows a question: ", by the giraffe"; nothing for the knight, or where no leap is named."""
    if piece is None or isinstance(piece, str) or tuple(piece) == KNIGHT:
        return ""
    return gettext(", by %(piece)s", piece=piece_words(piece))
