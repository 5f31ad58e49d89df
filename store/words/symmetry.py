"""Counts up to symmetry in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drawing.numbers import grouped
from store.words.base import Found, Words
from store.words.phrases import PLURALS

CLASSES = ("cycle_classes", "open_classes")


def _title(specification: Mapping[str, Any], board: str) -> str:
    return f"The {PLURALS[specification.get('tours', 'closed')]} of {board} up to symmetry"


def _answer(found: Found) -> str | None:
    count = next((count.value for count in found.result.counts if count.quantity in CLASSES), None)
    if count is None:
        return None
    return f"{grouped(count)} {PLURALS[found.specification.get('tours', 'closed')]} up to symmetry and direction."


SYMMETRIES = Words(
    "Count up to symmetry", "how many tours are really different, and how many are symmetric", _title, _answer
)
