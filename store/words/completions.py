"""Completions of partly given tours in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drawing.numbers import grouped
from store.words.base import SORTS, Found, Words
from store.words.phrases import PLURALS


def _title(specification: Mapping[str, Any], board: str) -> str:
    numbers = len(specification.get("givens", ()))
    given = "1 number" if numbers == 1 else f"{numbers} numbers" if numbers else "what is given"
    others = any(specification.get(name) for name in ("paths", "moves", "barred"))
    return f"Complete {given} to a tour of {board}" + (", with moves given" if others else "")


def _answer(found: Found) -> str | None:
    result, tours = found.result, found.specification.get("tours", "any")
    completion = result.extra.get("completion") or {}
    count = next((one.value for one in result.counts if one.quantity == "tours"), "0")
    verdict = completion.get("verdict")
    if verdict == "none":
        return f"No {SORTS[tours]} has all that is given" + (f": {result.explanation}." if result.explanation else ".")
    if verdict == "unique":
        guesses = completion["guesses"]
        how = "by propagation alone" if guesses == "0" else f"after {grouped(guesses)} guesses"
        return f"Exactly one {SORTS[tours]} has all that is given; this is proved {how}."
    if verdict == "several" and result.outcome == "limit":
        return f"More than one {SORTS[tours]} has all that is given: {grouped(count)} or more."
    if verdict == "several":
        return f"{grouped(count)} directed {PLURALS[tours]} have all that is given."
    return f"A {SORTS[tours]} has all that is given; there may be others." if count == "1" else None


COMPLETIONS = Words("Complete a tour", "from given numbers, path pieces and moves", _title, _answer)
