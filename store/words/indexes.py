"""Indexes of closed tours in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drawing.numbers import grouped
from store.words.base import Found, Words


def _title(_specification: Mapping[str, Any], board: str) -> str:
    return f"Number the closed tours of {board}"


def _answer(found: Found) -> str | None:
    count = next((count.value for count in found.result.counts if count.quantity == "cycles"), None)
    return None if count is None else f"The closed tours of {found.board} have the numbers 1 to {grouped(count)}."


INDEXES = Words("Number closed tours", "so that each can be asked for", _title, _answer)
