"""Slow and obvious completion of partly given tours in plain Python: walks every tour and keeps those that fit."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from engine.search.completion.known import PartialTour
from tests.reference.search import Neighbours


def completions(neighbours: Neighbours, known: PartialTour, *, closed: bool = False) -> Iterator[tuple[int, ...]]:
    """Yield every directed tour that fits all the givens; of a closed tour the move back to the start counts, too."""
    for start in neighbours:
        yield from _walk(neighbours, known, [start], closed)


def _walk(neighbours: Neighbours, known: PartialTour, path: list[int], closed: bool) -> Iterator[tuple[int, ...]]:
    last, time = path[-1], len(path) - 1
    if known.at.get(last, time) != time or any(at == time and square != last for square, at in known.at.items()):
        return
    if len(path) == len(neighbours):
        ends = [*path, path[0]] if closed else path
        steps = set(itertools.pairwise(ends))
        both = steps | {(two, one) for one, two in steps}
        closes = len(path) > 2 and path[0] in neighbours[last]
        if set(known.arcs) <= steps and set(known.bonds) <= both and not set(known.barred) & both and closes >= closed:
            yield tuple(path)
        return
    for other in neighbours[last]:
        if other not in path:
            yield from _walk(neighbours, known, [*path, other], closed)
