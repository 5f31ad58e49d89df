"""Distances in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drawing.numbers import grouped
from store.words.base import Found, Words
from store.words.phrases import square_words

RULES = {"once": " without visiting any twice", "snake": " with the snake's body in the way"}


def _title(specification: Mapping[str, Any], board: str) -> str:
    start, end = specification["from"], specification.get("to", "all")
    if start == end == "all":
        return f"Distances between all squares of {board}"
    if specification.get("via"):
        return f"A walk from {square_words(board, start)} that collects {len(specification['via'])} squares of {board}"
    if "all" in (start, end):
        return f"Distances from {square_words(board, end if start == 'all' else start)} on {board}"
    return f"Moves from {square_words(board, start)} to {square_words(board, end)} on {board}"


def _answer(found: Found) -> str | None:
    board, result = found.board, found.result
    start, end, extra = found.specification["from"], found.specification.get("to", "all"), result.extra
    walk = extra.get("walk")
    rule = RULES.get(walk.get("rule"), "") if walk else ""
    if walk and walk["length"] is not None:
        doubt = "" if walk["exact"] else "; it may not be the shortest"
        return f"A walk of {walk['length']} moves collects all the squares{rule}{doubt}."
    if rule and walk:
        told = "There is no walk that collects" if walk["exact"] else "No walk was found that collects"
        return f"{told} all the squares{rule}."
    if "all" not in (start, end) and len(result.distances) == 1:
        row = result.distances[0]
        ends = f"from {square_words(board, start)} to {square_words(board, end)}"
        if row.distance is None:
            return f"There is no way {ends}."
        moves = "1 move" if row.distance == 1 else f"{row.distance} moves"
        ways = "one shortest way" if row.shortest_paths == "1" else f"{grouped(row.shortest_paths)} shortest ways"
        return f"{moves} {ends}, by {ways}."
    if "eccentricity" in extra:
        reached = "Every square is reached" if not extra["unreachable"] else f"{extra['reachable']} squares are reached"
        return f"{reached}; the farthest takes {extra['eccentricity']} moves."
    return f"No two squares are more than {extra['diameter']} moves apart." if "diameter" in extra else None


DISTANCES = Words("Distances", "fewest moves between squares", _title, _answer)
