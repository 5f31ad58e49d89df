"""Families of boards in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drawing.numbers import group_digits
from language.formats import figures
from language.translate import gettext
from phrasing.base import FoundResult, KindPhrasing, StoredSpecification


def _title(specification: StoredSpecification, _board: str) -> str:
    family = specification["family"]
    tours = specification.get("tours", "closed")
    if tours == "closed":
        return gettext("The closed tours of all boards %(family)s", family=family)
    if tours == "open":
        return gettext("The open tours of all boards %(family)s", family=family)
    return gettext("The tours of all boards %(family)s", family=family)


def _answer(found: FoundResult) -> str | None:
    strip = found.result.extra.get("strip")
    if strip is None:
        return None
    parts = [_order(strip), _growth(strip)]
    return " ".join(part for part in parts if part) or None


def _order(found: Mapping[str, Any]) -> str:
    order = found.get("order")
    if order is None:
        return ""
    if order == 0:
        return gettext("There are none on any board with n above %(after)s.", after=found["after"])
    if found.get("recurrence"):
        return gettext("The counts obey a linear recurrence of order %(order)s.", order=group_digits(order))
    return gettext(
        "Modulo two primes the counts obey a linear recurrence of order %(order)s.", order=group_digits(order)
    )


def _growth(found: Mapping[str, Any]) -> str:
    low, high = found["growth"]["low"], found["growth"]["high"]
    if high == 0:
        return ""
    growth = figures(f"{(low + high) / 2:.10g}")
    return gettext(
        "In the long run each step of n multiplies the number of undirected tours by %(growth)s on average.",
        growth=growth,
    )


STRIPS = KindPhrasing(
    "Family of boards", "all boards of one width: counts, recurrence, growth", _title, _answer, group="count"
)
