"""What people would call a job: its question in a few words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.boards.piece import KNIGHT
from language.translate import gettext
from phrasing.pieces import piece_words
from phrasing.registry import WORDS


def job_title(specification: Mapping[str, Any], board: str | None) -> str:
    """Return a job's question. specification: as stored; board: the label of its board, None where it has none."""
    return WORDS[specification["kind"]].title(specification, board or "") + _piece(specification.get("piece"))


def _piece(piece: Sequence[int] | str | None) -> str:
    if piece is None or isinstance(piece, str) or tuple(piece) == KNIGHT:
        return ""
    return gettext(", by %(piece)s", piece=piece_words(piece))
