"""The counters and tour filters of every search for tours: numbers that kernels and planners share."""

from __future__ import annotations

from collections.abc import Sequence

from engine.boards.existence.verdict import Tours

TOURS, CLOSED, DEAD_ENDS, NODES = range(4)
"""The counters of a search: directed tours, those of them that close, leaves that are no tour, nodes entered."""

OPEN_ONLY, CLOSED_ONLY, ANY = range(3)
"""Which tours a kernel is to find."""

TOUR_FILTERS: dict[Tours, int] = {"any": ANY, "closed": CLOSED_ONLY, "open": OPEN_ONLY}

NO_LIMIT = 2**62
"""More tours, or nodes, than any search meets."""

MAX_MOVES = 64
"""The most moves from a square: those left are kept in the bits of a word."""


def of_sort(sort: Tours, counters: Sequence[int]) -> int:
    """Return how many of the tours counted are of a sort."""
    tours, closed = counters[TOURS], counters[CLOSED]
    return {"any": tours, "closed": closed, "open": tours - closed}[sort]
