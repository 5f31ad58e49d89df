"""Completions of partly given tours in words."""

from __future__ import annotations

from drawing.numbers import group_digits
from language.translate import gettext, ngettext, translate
from phrasing.base import SORTS, FoundResult, KindPhrasing, StoredSpecification
from phrasing.phrases import PLURALS


def _title(specification: StoredSpecification, board: str) -> str:
    numbers = len(specification.get("givens", ()))
    given = ngettext("%(number)s number", "%(number)s numbers", numbers, number=numbers)
    others = any(specification.get(name) for name in ("paths", "moves", "barred"))
    what = given if numbers else gettext("what is given")
    title = gettext("Complete %(given)s to a tour of %(board)s", given=what, board=board)
    return title + (gettext(", with moves given") if others else "")


def _answer(found: FoundResult) -> str | None:
    result, tours = found.result, found.specification.get("tours", "any")
    completion = result.extra.get("completion") or {}
    count = next((one.value for one in result.counts if one.quantity == "tours"), "0")
    verdict, sort = completion.get("verdict"), translate(SORTS[tours])
    if verdict == "none":
        why = f": {translate(result.explanation)}." if result.explanation else "."
        return gettext("No %(sort)s has all that is given", sort=sort) + why
    if verdict == "unique":
        guesses = completion["guesses"]
        number = group_digits(guesses)
        guessed = ngettext("after %(number)s guess", "after %(number)s guesses", int(guesses), number=number)
        swept = any(one.method == "frontier" for one in result.counts)
        how = gettext("by a sweep") if swept else gettext("by propagation alone") if guesses == "0" else guessed
        return gettext("Exactly one %(sort)s has all that is given; this is proved %(how)s.", sort=sort, how=how)
    if verdict == "several" and result.outcome == "limit":
        number = group_digits(count)
        return gettext("More than one %(sort)s has all that is given: %(number)s or more.", sort=sort, number=number)
    if verdict == "several":
        sorts = translate(PLURALS[tours])
        return gettext("%(number)s directed %(sorts)s have all that is given.", number=group_digits(count), sorts=sorts)
    return gettext("A %(sort)s has all that is given; there may be others.", sort=sort) if count == "1" else None


COMPLETIONS = KindPhrasing(
    "Complete a tour", "from given numbers, path pieces and moves", _title, _answer, group="tour"
)
