"""What people would call a job: its question in a few words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from language.speech import gettext
from store.words.registry import WORDS


def job_title(specification: Mapping[str, Any], board: str | None) -> str:
    """Return a job's question. specification: as stored; board: the label of its board, None where it has none."""
    return WORDS[specification["kind"]].title(specification, board or "") + _piece(specification.get("piece"))


def _piece(piece: Sequence[int] | str | None) -> str:
    if piece in (None, "knight", [1, 2]):
        return ""
    return gettext(", by the (%(piece)s)-leaper", piece=",".join(map(str, piece)))
