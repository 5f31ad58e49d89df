"""Partly given tours counted by a sweep: as many as a search finds."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from engine.kinds.complete.specification import known_of
from engine.kinds.parse import parse_problem
from engine.search.completion.completion_sweep import completion_sweep
from engine.search.completion.search import CompletionSearch
from engine.search.counters import TOUR_FILTERS, of_sort
from engine.search.frontier.sweep import Sweep

Fields = dict[str, Any]


def by_sweep(fields: Fields) -> int | None:
    """Return the directed tours that a sweep counts, None where it cannot."""
    problem = parse_problem({"kind": "complete", **fields})
    found = completion_sweep(problem.graph, known_of(problem.spec, problem.board), problem.spec.tours)
    if found is None:
        return None
    sweep = Sweep(found.problem)
    while not sweep.is_finished:
        sweep.advance(1 << 19)
    return sweep.count * found.times


def by_search(fields: Fields) -> int:
    """Return the directed tours that a search finds."""
    problem = parse_problem({"kind": "complete", **fields})
    search = CompletionSearch(
        problem.graph, known_of(problem.spec, problem.board), tour_filter=TOUR_FILTERS[problem.spec.tours]
    )
    search.advance(1 << 40)
    return of_sort(problem.spec.tours, search.counters.tolist())


def some_path(lists: tuple[tuple[int, ...], ...], length: int, chance: random.Random) -> list[int]:
    """Return a short path of squares."""
    while True:
        path = [chance.randrange(len(lists))]
        while len(path) < length and (free := [one for one in lists[path[-1]] if one not in path]):
            path.append(chance.choice(free))
        if len(path) == length:
            return path


def drawn(board: str, tours: str, seed: int) -> Fields:
    """Return givens that a sweep can heed: required and barred moves, and numbers or a piece of path."""
    chance = random.Random(seed)
    fields: Fields = {"board": board, "tours": tours, "limit": "none", "store": "none"}
    problem = parse_problem({"kind": "complete", **fields})
    lists, size, square = problem.graph.lists, problem.board.size, problem.board.square
    edges = [[one, two] for one in range(size) for two in lists[one] if one < two]
    path = some_path(lists, 1 + seed % 4, chance)
    others = [edge for edge in edges if not set(edge) <= set(path)]
    moves = [[square(one), square(two)] for one, two in chance.sample(others, 4)]
    fields |= {"moves": moves[: seed % 3], "barred": moves[2:]}
    if tours == "closed" and seed % 2 and len(path) > 1:
        return fields | {"paths": [[square(one) for one in path]]}
    first = chance.randrange(size) if tours == "closed" else chance.choice((0, size - len(path)))
    numbered = [{"square": square(one), "number": (first + at) % size + 1} for at, one in enumerate(path)]
    return fields | {"givens": numbered}


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(("board", "tours"), [("5x6", "closed"), ("4x5", "any"), ("4x5", "open"), ("3x7", "any")])
def test_as_many_as_a_search_finds(board: str, tours: str, seed: int) -> None:
    """Sweep and search count the same with moves, barred moves, and a run of numbers or a piece of path anywhere."""
    fields = drawn(board, tours, seed)
    assert by_sweep(fields) == by_search(fields)


def test_a_closed_tour_begins_and_goes_where_nothing_is_said() -> None:
    """The 9,862 cycles of 6x6 count from 36 squares both ways, from one square, or through a corner one way."""
    fields: Fields = {"board": "6x6", "tours": "closed", "limit": "none"}
    assert by_sweep(fields) == 9862 * 72
    assert by_sweep(fields | {"givens": [{"square": "c3", "number": 17}]}) == 9862 * 2
    assert by_sweep(fields | {"paths": [["b3", "a1", "c2"]]}) == 9862 * 36


@pytest.mark.parametrize(
    "given",
    [
        {"givens": [{"square": "a1", "number": 1}, {"square": "c3", "number": 9}]},
        {"paths": [["a1", "b3"], ["f6", "e4"]]},
        {"givens": [{"square": "a1", "number": 1}, {"square": "b3", "number": 2}], "paths": [["f6", "e4"]]},
        {"moves": [["a1", "b3"]], "barred": [["b3", "a1"]]},
        {"tours": "any"},
        {"tours": "any", "givens": [{"square": "a1", "number": 5}]},
    ],
)
def test_what_no_sweep_can_heed(given: Fields) -> None:
    """No sweep can heed numbers with gaps, several directions, or tours that need not close and have no given start."""
    assert by_sweep({"board": "6x6", "tours": "closed"} | given) is None


@pytest.mark.parametrize("board", ["5x6", "6x6"])
def test_bunches_add_up(board: str) -> None:
    """The counts with each pair of moves at a central square add up to all closed tours; within one pair, likewise."""
    problem = parse_problem({"kind": "complete", "board": board, "tours": "closed"})
    lists, named = problem.graph.lists, problem.board.square
    first, second = (problem.board.index(square) for square in ([3, 3], [4, 4]))
    fields: Fields = {"board": board, "tours": "closed", "limit": "none", "store": "none"}

    def tours(*pairs: tuple[int, tuple[int, ...]]) -> int:
        moves = [[named(square), named(other)] for square, pair in pairs for other in pair]
        return by_sweep(fields | {"moves": moves}) or 0

    pairs = {square: list(itertools.combinations(lists[square], 2)) for square in (first, second)}
    assert sum(tours((first, pair)) for pair in pairs[first]) == tours()
    pair = max(pairs[first], key=lambda pair: tours((first, pair)))
    assert sum(tours((first, pair), (second, other)) for other in pairs[second]) == tours((first, pair)) > 0
