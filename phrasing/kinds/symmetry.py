"""Counts up to symmetry in words."""

from __future__ import annotations

from drawing.numbers import group_digits
from language.translate import gettext, ngettext, translate
from phrasing.base import FoundResult, KindPhrasing, StoredSpecification
from phrasing.phrases import PLURALS

CLASSES = ("cycle_classes", "open_classes")


def _title(specification: StoredSpecification, board: str) -> str:
    sorts = translate(PLURALS[specification.get("tours", "closed")])
    return gettext("The %(sorts)s of %(board)s up to symmetry", sorts=sorts, board=board)


def _answer(found: FoundResult) -> str | None:
    count = next((count.value for count in found.result.counts if count.quantity in CLASSES), None)
    if count is None:
        return None
    number = group_digits(count)
    if found.specification.get("tours", "closed") == "open":
        tours = ngettext("%(number)s open tour", "%(number)s open tours", int(count), number=number)
    else:
        tours = ngettext("%(number)s closed tour", "%(number)s closed tours", int(count), number=number)
    return gettext("%(tours)s up to symmetry and direction.", tours=tours)


SYMMETRIES = KindPhrasing(
    "Count up to symmetry",
    "how many tours are really different, and how many are symmetric",
    _title,
    _answer,
    group="count",
)
