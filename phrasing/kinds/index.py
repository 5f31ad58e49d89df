"""Indexes of closed tours in words."""

from __future__ import annotations

from collections.abc import Mapping

from drawing.numbers import group_digits
from language.translate import gettext
from phrasing.base import FoundResult, KindPhrasing


def _title(_specification: Mapping[str, object], board: str) -> str:
    return gettext("Number the closed tours of %(board)s", board=board)


def _answer(found: FoundResult) -> str | None:
    count = next((count.value for count in found.result.counts if count.quantity == "cycles"), None)
    if count is None:
        return None
    return gettext(
        "The closed tours of %(board)s have the numbers 1 to %(number)s.", board=found.board, number=group_digits(count)
    )


INDEXES = KindPhrasing("Number closed tours", "so that each can be asked for", _title, _answer, group="count")
