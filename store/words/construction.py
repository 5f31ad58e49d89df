"""Constructions in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from language.speech import gettext, said
from store.words.base import SORTS, Found, Words
from store.words.phrases import square_words


def _title(specification: Mapping[str, Any], board: str) -> str:
    start, end = specification.get("start"), specification.get("end")
    ends = "" if start is None else gettext(" from %(square)s", square=square_words(board, start))
    ends += "" if end is None else gettext(" to %(square)s", square=square_words(board, end))
    sort = _one(SORTS[specification.get("tours", "any")])
    title = gettext("%(sort)s of %(board)s", sort=sort, board=board)
    if specification.get("symmetry") is None:
        return title + ends
    return gettext("%(title)s that %(symmetry)s leaves as it is", title=title, symmetry=specification["symmetry"])


def _answer(found: Found) -> str | None:
    sort = SORTS[found.specification.get("tours", "any")]
    if found.result.outcome != "complete":
        return gettext("No %(sort)s was found; that there is none is not proved.", sort=said(sort))
    method, _, how = (found.result.explanation or "").partition(": ")
    if not method:
        return f"{_one(sort)}."
    if not how:
        return gettext("%(sort)s, built by %(method)s.", sort=_one(sort), method=method)
    return gettext("%(sort)s, built by %(method)s: %(how)s.", sort=_one(sort), method=method, how=said(how))


def _one(sort: str) -> str:
    return {"tour": gettext("A tour"), "closed tour": gettext("A closed tour"), "open tour": gettext("An open tour")}[
        sort
    ]


CONSTRUCTION = Words("Construct a tour", "find one, or prove that there is none", _title, _answer)
