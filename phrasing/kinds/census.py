"""Censuses in words."""

from __future__ import annotations

from drawing.numbers import group_digits, plus_minus, significant
from language.translate import gettext, ngettext
from phrasing.base import Asked, FoundResult, KindPhrasing


def _title(specification: Asked, board: str) -> str:
    if specification.get("tours") == "open":
        return gettext("What the open tours of %(board)s are like", board=board)
    return gettext("What the closed tours of %(board)s are like", board=board)


def _answer(found: FoundResult) -> str | None:
    census = found.result.extra.get("census")
    if census is None:
        return None
    (row,) = (row for row in census["distributions"] if row["statistic"] == "crossings")
    values = {"number": group_digits(census["tours"]), "least": row["least"], "most": row["most"]}
    if census["exact"]:
        return ngettext(
            "%(number)s undirected tour, with %(least)s to %(most)s crossings, %(mean)s in the mean.",
            "%(number)s undirected tours, each with %(least)s to %(most)s crossings, %(mean)s in the mean.",
            int(census["tours"]),
            mean=significant(row["mean"]),
            **values,
        )
    return gettext(
        "%(number)s tours drawn uniformly, each with %(least)s to %(most)s crossings, about %(mean)s in the mean.",
        mean=plus_minus(row["mean"], row["mean_error"]),
        **values,
    )


CENSUSES = KindPhrasing("Take a census", "angles, crossings, turns: what tours are like", _title, _answer)
