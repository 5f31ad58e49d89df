"""Slow and obvious: closed tours listed one by one, or by a table of all sets of squares, and sums over their moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations

Tour = tuple[int, ...]
Counts = Callable[[int, int], bool]
"""Whether the move between two squares counts."""


def all_cycles(graph: list[list[int]]) -> Iterator[Tour]:
    """Yield every closed tour once, from square 0 and first to the lower of its neighbours in the tour."""
    for first, last in combinations(sorted(graph[0]), 2):
        yield from _extend(graph, [0, first], [square not in (0, first) for square in range(len(graph))], last)


def _extend(graph: list[list[int]], path: list[int], free: list[bool], last: int) -> Iterator[Tour]:
    here = path[-1]
    if here == last or len(path) == len(graph):
        yield from [tuple(path)] if len(path) == len(graph) and here == last else []
        return
    for square in graph[here]:
        if free[square]:
            path.append(square)
            free[square] = False
            beside = [other for other in graph[here] if free[other]]
            if all(sum(free[other] or other in (square, 0) for other in graph[one]) > 1 for one in beside):
                yield from _extend(graph, path, free, last)
            free[square] = True
            path.pop()


def moves_of(tour: Tour) -> list[tuple[int, int]]:
    """Return the moves of a closed tour, the lower square first."""
    return [(min(move), max(move)) for move in zip(tour, tour[1:] + tour[:1], strict=True)]


def listed(tours: list[Tour], counts: Counts) -> dict[int, int]:
    """Return the number of tours by the number of their moves that count."""
    return dict(Counter(sum(counts(*move) for move in moves_of(tour)) for tour in tours))


def tabled(graph: list[list[int]], counts: Counts) -> dict[int, int]:
    """Return the result of `listed` for all closed tours, by the paths from square 0 through every set of squares."""
    paths: dict[tuple[int, int], Counter[int]] = {(1, 0): Counter({0: 1})}
    for _ in graph[1:]:
        longer: dict[tuple[int, int], Counter[int]] = {}
        for (entered, here), found in paths.items():
            for square in graph[here]:
                if not entered >> square & 1:
                    place = longer.setdefault((entered | 1 << square, square), Counter())
                    for value, number in found.items():
                        place[value + counts(here, square)] += number
        paths = longer
    closed: Counter[int] = Counter()
    for (_, here), found in paths.items():
        for value, number in found.items() if 0 in graph[here] else ():
            closed[value + counts(here, 0)] += number
    return {value: number // 2 for value, number in closed.items()}
