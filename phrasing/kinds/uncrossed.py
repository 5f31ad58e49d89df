"""Longest uncrossed paths in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drawing.amounts import amount
from drawing.numbers import group_digits
from language.translate import gettext
from phrasing.base import FoundResult, KindPhrasing, StoredSpecification


def _title(specification: StoredSpecification, board: str) -> str:
    if specification.get("tours", "open") == "closed":
        return gettext("The longest closed uncrossed path of %(board)s", board=board)
    return gettext("The longest uncrossed path of %(board)s", board=board)


def _answer(found: FoundResult) -> str | None:
    figures = found.result.extra.get("uncrossed")
    if figures is None:
        return None
    closed = found.specification.get("tours", "open") == "closed"
    if figures["exact"]:
        return _longest(figures, closed=closed)
    length, most = figures["length"], figures["upper_bound"]
    if length is None:
        return gettext("No closed uncrossed path was found; none has more than %(most)s moves.", most=most)
    moves = amount(length, "move")
    text = (
        gettext("A closed uncrossed path of %(moves)s was found", moves=moves)
        if closed
        else gettext("An uncrossed path of %(moves)s was found", moves=moves)
    )
    return text + gettext("; none has more than %(most)s.", most=most)


def _longest(figures: Mapping[str, Any], *, closed: bool) -> str:
    """Say how long the longest is, and how many there are, where that is known."""
    length, number = figures["length"], figures.get("paths")
    if length is None:
        return gettext("There is no closed uncrossed path.")
    moves = amount(length, "move")
    text = (
        gettext("The longest closed uncrossed path has %(moves)s", moves=moves)
        if closed
        else gettext("The longest uncrossed path has %(moves)s", moves=moves)
    )
    if number is None:
        return f"{text}."
    if number == "1":
        return text + gettext("; no other is as long.")
    return text + gettext("; %(number)s are that long, not counting directions apart.", number=group_digits(number))


UNCROSSED = KindPhrasing("Longest uncrossed path", "a path whose moves, drawn as lines, do not cross", _title, _answer)
