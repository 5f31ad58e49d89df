"""Constructions in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drawing.features import within
from drawing.numbers import group_digits
from language.translate import gettext, translate
from phrasing.base import SORTS, FoundResult, KindPhrasing, StoredSpecification
from phrasing.phrases import square_words
from phrasing.vocabulary import method_words

PROVING = ("exact", "limit")
"""Bounds that prove the best: no tour is better than one that reaches them."""


def _title(specification: StoredSpecification, board: str) -> str:
    start, end = specification.get("start"), specification.get("end")
    ends = "" if start is None else gettext(" from %(square)s", square=square_words(board, start))
    ends += "" if end is None else gettext(" to %(square)s", square=square_words(board, end))
    sort = _one(SORTS[specification.get("tours", "any")])
    title = gettext("%(sort)s of %(board)s", sort=sort, board=board)
    fewest, most = specification.get("fewest"), specification.get("most")
    if fewest is not None:
        return gettext("%(title)s with the fewest %(statistic)s", title=title + ends, statistic=within(fewest))
    if most is not None:
        return gettext("%(title)s with the most %(statistic)s", title=title + ends, statistic=within(most))
    if specification.get("symmetry") is None:
        return title + ends
    return gettext("%(title)s that %(symmetry)s leaves as it is", title=title, symmetry=specification["symmetry"])


def _answer(found: FoundResult) -> str | None:
    sort = SORTS[found.specification.get("tours", "any")]
    if found.result.outcome != "complete":
        return gettext("No %(sort)s was found; that there is none is not proved.", sort=translate(sort))
    if (extreme := found.result.extra.get("extreme")) is not None:
        return _extreme(_one(sort), extreme)
    name, _, how = (found.result.explanation or "").partition(": ")
    if not name:
        return f"{_one(sort)}."
    method = translate(method_words(name))
    if not how:
        return gettext("%(sort)s, built by %(method)s.", sort=_one(sort), method=method)
    return gettext("%(sort)s, built by %(method)s: %(how)s.", sort=_one(sort), method=method, how=translate(how))


def _extreme(sort: str, extreme: Mapping[str, Any]) -> str:
    """Return the best value found, and whether it is proved that none is better."""
    values = {"sort": sort, "value": group_digits(extreme["value"]), "statistic": within(extreme["statistic"])}
    if extreme["proved"]:
        values["source"] = translate(next(one["source"] for one in extreme["bounds"] if one["what"] in PROVING))
        if extreme["sought"] == "fewest":
            return gettext(
                "%(sort)s with %(value)s %(statistic)s; it is proved that none has fewer (%(source)s).", **values
            )
        return gettext("%(sort)s with %(value)s %(statistic)s; it is proved that none has more (%(source)s).", **values)
    values["tried"] = group_digits(extreme["exchanges"])
    if extreme["sought"] == "fewest":
        return gettext(
            "%(sort)s with %(value)s %(statistic)s, the fewest that %(tried)s exchanges of moves have met; that none "
            "has fewer is not proved.",
            **values,
        )
    return gettext(
        "%(sort)s with %(value)s %(statistic)s, the most that %(tried)s exchanges of moves have met; that none has "
        "more is not proved.",
        **values,
    )


def _one(sort: str) -> str:
    return {"tour": gettext("A tour"), "closed tour": gettext("A closed tour"), "open tour": gettext("An open tour")}[
        sort
    ]


CONSTRUCTION = KindPhrasing("Construct a tour", "find one, or prove that there is none", _title, _answer, group="tour")
