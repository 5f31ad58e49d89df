"""Distances in words."""

from __future__ import annotations

from collections.abc import Mapping

from drawing.amounts import amount
from language.translate import gettext, gettext_noop, ngettext, translate
from phrasing.base import FoundResult, KindPhrasing, StoredSpecification
from phrasing.phrases import square_words

RULES = {
    "once": gettext_noop(" without visiting any twice"),
    "snake": gettext_noop(" with the snake's body in the way"),
}


def _title(specification: StoredSpecification, board: str) -> str:
    start, end = specification["from"], specification.get("to", "all")
    if start == end == "all":
        return gettext("Distances between all squares of %(board)s", board=board)
    if specification.get("via"):
        return gettext(
            "A walk from %(start)s that collects %(squares)s of %(board)s",
            start=square_words(board, start),
            squares=amount(len(specification["via"]), "square"),
            board=board,
        )
    if "all" in (start, end):
        start = square_words(board, end if start == "all" else start)
        return gettext("Distances from %(start)s on %(board)s", start=start, board=board)
    start, end = square_words(board, start), square_words(board, end)
    return gettext("Moves from %(start)s to %(end)s on %(board)s", start=start, end=end, board=board)


def _answer(found: FoundResult) -> str | None:
    extra, direct = found.result.extra, _direct(found)
    walk = extra.get("walk")
    rule = translate(RULES.get(walk.get("rule"), "")) if walk else ""
    if walk and walk["length"] is not None:
        text = gettext("A walk of %(moves)s collects all the squares", moves=amount(walk["length"], "move")) + rule
        text += "." if walk["exact"] else gettext("; it may not be the shortest") + "."
        return text + ("" if not direct else gettext(" Without: %(direct)s.", direct=direct))
    if rule and walk:
        none, unfound = (
            gettext("There is no walk that collects all the squares"),
            gettext("No walk was found that collects all the squares"),
        )
        return f"{none if walk['exact'] else unfound}{rule}."
    if direct is not None:
        return f"{direct}.{_diameter(extra)}"
    if "eccentricity" in extra:
        number = int(extra.get("reachable", 0))
        some = ngettext("%(number)s square is reached", "%(number)s squares are reached", number, number=number)
        reached = some if extra["unreachable"] else gettext("Every square is reached")
        farthest = gettext("; the farthest takes %(moves)s.", moves=amount(extra["eccentricity"], "move"))
        return f"{reached}{farthest}{_diameter(extra)}"
    return _diameter(extra).strip() or None


def _direct(found: FoundResult) -> str | None:
    """Return the distance of two squares and the number of shortest ways; None where other things are asked for."""
    start, end, rows = found.specification["from"], found.specification.get("to", "all"), found.result.distances
    if "all" in (start, end) or len(rows) != 1:
        return None
    (row,) = rows
    start, end = square_words(found.board, start), square_words(found.board, end)
    ends = gettext("from %(start)s to %(end)s", start=start, end=end)
    if row.distance is None:
        return gettext("There is no way %(ends)s", ends=ends)
    moves, several = amount(row.distance, "move"), amount(row.shortest_paths, "shortest way")
    ways = gettext("one shortest way") if row.shortest_paths == "1" else several
    return gettext("%(moves)s %(ends)s, by %(ways)s", moves=moves, ends=ends, ways=ways)


def _diameter(extra: Mapping[str, object]) -> str:
    """Return the diameter of the board as a sentence, where it is known."""
    if "diameter" not in extra:
        return ""
    return gettext(
        " No two squares of the board are more than %(moves)s moves apart (its diameter).", moves=extra["diameter"]
    )


DISTANCES = KindPhrasing("Distances", "fewest moves between squares", _title, _answer)
