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
    extra, direct = found.result.extra, _direct(found)
    walk = extra.get("walk")
    rule = RULES.get(walk.get("rule"), "") if walk else ""
    if walk and walk["length"] is not None:
        doubt = "" if walk["exact"] else "; it may not be the shortest"
        direct = "" if not direct else f" Without: {direct}."
        return f"A walk of {walk['length']} moves collects all the squares{rule}{doubt}.{direct}"
    if rule and walk:
        told = "There is no walk that collects" if walk["exact"] else "No walk was found that collects"
        return f"{told} all the squares{rule}."
    if direct is not None:
        return f"{direct}.{_diameter(extra)}"
    if "eccentricity" in extra:
        reached = "Every square is reached" if not extra["unreachable"] else f"{extra['reachable']} squares are reached"
        return f"{reached}; the farthest takes {extra['eccentricity']} moves.{_diameter(extra)}"
    return _diameter(extra).strip() or None


def _direct(found: Found) -> str | None:
    """Return the distance of two squares, and by how many ways; None where other things are asked for."""
    start, end, rows = found.specification["from"], found.specification.get("to", "all"), found.result.distances
    if "all" in (start, end) or len(rows) != 1:
        return None
    (row,) = rows
    ends = f"from {square_words(found.board, start)} to {square_words(found.board, end)}"
    if row.distance is None:
        return f"There is no way {ends}"
    moves = "1 move" if row.distance == 1 else f"{row.distance} moves"
    ways = "one shortest way" if row.shortest_paths == "1" else f"{grouped(row.shortest_paths)} shortest ways"
    return f"{moves} {ends}, by {ways}"


def _diameter(extra: Mapping[str, Any]) -> str:
    """Return the diameter of the board as a sentence, where it is known."""
    known = "diameter" in extra
    return (
        f" No two squares of the board are more than {extra['diameter']} moves apart (its diameter)." if known else ""
    )


DISTANCES = Words("Distances", "fewest moves between squares", _title, _answer)
