"""Certificates in words."""

from __future__ import annotations

from drawing.numbers import group_digits
from language.translate import gettext, ngettext, translate
from phrasing.base import FoundResult, KindPhrasing, StoredSpecification
from phrasing.phrases import PLURALS, starts_words


def _title(specification: StoredSpecification, board: str) -> str:
    sort = translate(PLURALS[specification.get("tours", "any")])
    title = gettext("A certificate of all %(sort)s of %(board)s", sort=sort, board=board)
    return title + starts_words(specification, board, by_end=bool(specification.get("by_end")))


def _answer(found: FoundResult) -> str | None:
    figures = found.result.extra.get("certificate") or {}
    compared = figures.get("compared")
    if not figures.get("residues") or compared is None:
        return None
    modulus, known = group_digits(figures["modulus"]), len(compared)
    wrong = sum(not row["agrees"] for row in compared)
    if wrong:
        return ngettext(
            "The one exact count known of this is contradicted, modulo %(modulus)s.",
            "%(wrong)s of %(number)s exact counts known of this are contradicted, modulo %(modulus)s.",
            known,
            number=known,
            wrong=wrong,
            modulus=modulus,
        )
    if compared:
        return ngettext(
            "The one exact count known of this agrees modulo %(modulus)s, by another order of squares.",
            "All %(number)s exact counts known of this agree modulo %(modulus)s, by another order of squares.",
            known,
            number=known,
            modulus=modulus,
        )
    return gettext("Counted modulo %(modulus)s; no exact count of this is known to hold it against.", modulus=modulus)


CERTIFICATES = KindPhrasing(
    "Certify a count", "the same count modulo a prime, by another order of squares", _title, _answer, group="count"
)
