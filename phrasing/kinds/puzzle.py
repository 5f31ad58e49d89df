"""Puzzles in words."""

from __future__ import annotations

from drawing.numbers import group_digits
from language.translate import gettext, ngettext, translate
from phrasing.base import SORTS, FoundResult, KindPhrasing, StoredSpecification


def _title(specification: StoredSpecification, board: str) -> str:
    sort = translate(SORTS[specification.get("tours", "any")])
    if specification.get("tour") is not None:
        return gettext("A puzzle from a given %(sort)s of %(board)s", sort=sort, board=board)
    return gettext("A puzzle: a %(sort)s of %(board)s", sort=sort, board=board)


def _answer(found: FoundResult) -> str | None:
    puzzle = found.result.extra.get("puzzle")
    if puzzle is None:
        return None
    number, guesses = puzzle["givens"], puzzle["guesses"]
    what = ngettext(
        "A puzzle with %(number)s number and one solution.",
        "A puzzle with %(number)s numbers and one solution.",
        number,
        number=group_digits(number),
    )
    if guesses == 0:
        return f"{what} {gettext('Propagation alone finds it.')}"
    how = ngettext(
        "Propagation tells %(known)s squares at once; the proof then takes %(number)s guess.",
        "Propagation tells %(known)s squares at once; the proof then takes %(number)s guesses.",
        guesses,
        known=group_digits(puzzle["known_at_once"]),
        number=group_digits(guesses),
    )
    return f"{what} {how}"


PUZZLES = KindPhrasing("Make a puzzle", "the fewest numbers that leave one tour", _title, _answer, group="tour")
