"""Constructions in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from store.words.base import SORTS, Found, Words
from store.words.phrases import square_words


def _title(specification: Mapping[str, Any], board: str) -> str:
    start, end = specification.get("start"), specification.get("end")
    ends = "" if start is None else f" from {square_words(board, start)}"
    ends += "" if end is None else f" to {square_words(board, end)}"
    return f"{_one(SORTS[specification.get('tours', 'any')])} of {board}{ends}"


def _answer(found: Found) -> str | None:
    sort = SORTS[found.specification.get("tours", "any")]
    if found.result.outcome != "complete":
        return f"No {sort} was found; that there is none is not proved."
    method, _, how = (found.result.explanation or "").partition(": ")
    return f"{_one(sort)}, built by {method}{f': {how}' if how else ''}." if method else f"{_one(sort)}."


def _one(sort: str) -> str:
    return f"{'An' if sort.startswith('o') else 'A'} {sort}"


CONSTRUCTION = Words("Construct a tour", "find one, or prove that there is none", _title, _answer)
