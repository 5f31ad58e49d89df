"""Contradictions between givens: their names, and proof that they have no tour."""

from __future__ import annotations

import random

import pytest

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.boards.squares import parse_square
from engine.search.completion.contradictions import contradiction
from engine.search.completion.known import PartialTour
from tests.reference.completions import completions
from tests.reference.search import neighbours_of

EIGHT = parse_board("8x8")


def known(numbers: dict[str, int], arcs: str = "", bonds: str = "", barred: str = "") -> PartialTour:
    """Return givens of 8x8, squares by name, moves as in "a1b3 c2e3"."""
    at = {parse_square(EIGHT, name): number - 1 for name, number in numbers.items()}

    def moves(text: str) -> tuple[tuple[int, int], ...]:
        return tuple((parse_square(EIGHT, move[:2]), parse_square(EIGHT, move[2:])) for move in text.split())

    def lesser(text: str) -> tuple[tuple[int, int], ...]:
        return tuple((min(move), max(move)) for move in moves(text))

    return PartialTour(at, moves(arcs), lesser(bonds), lesser(barred))


@pytest.mark.parametrize(
    ("given", "closed", "words"),
    [
        (known({"c3": 7, "d4": 8}), False, "7 on c3 and 8 on d4 are no knight's move apart"),
        (known({"b2": 9, "h8": 12}), False, "9 on b2 and 12 on h8 are 3 moves apart, but the way takes 4"),
        (known({"a1": 9, "c1": 14}), False, "9 on a1 and 14 on c1 are 5 moves apart, but their squares are of one"),
        (known({"a1": 1, "h1": 64}), True, "64 on h1 and 1 on a1 are no knight's move apart"),
        (known({}, bonds="a1b3", barred="b3a1"), False, "the move between b3 and a1 is to be made and barred"),
        (known({}, arcs="a1b3 a1c2"), False, "the pieces of path leave a1 2 times"),
        (known({}, arcs="a1b3 c1b3"), False, "the pieces of path enter b3 2 times"),
        (known({}, arcs="a1b3 b3a1"), False, "the pieces of path go from a1 to b3 and back"),
        (known({}, bonds="d4e6 d4f5 d4b3"), False, "3 moves to be made meet on d4"),
        (known({"a1": 5, "b3": 8}, arcs="a1b3"), False, "5 on a1 and 8 on b3 do not follow each other"),
    ],
)
def test_each_is_named(given: PartialTour, closed: bool, words: str) -> None:
    """A contradiction names the conflicting parts and the reason."""
    assert words in (contradiction(move_graph(EIGHT, (1, 2)), given, closed=closed) or "")


def test_ways_avoid_what_is_given() -> None:
    """With b3 and c2 given no way leads out of the corner."""
    given = known({"a1": 5, "b3": 40, "c2": 30, "c3": 9})
    order = PartialTour(dict(sorted(given.at.items(), key=lambda item: item[1])), (), (), ())
    said = contradiction(move_graph(EIGHT, (1, 2)), order, closed=False)
    assert said == "there is no way from 5 on a1 to 9 on c3 over squares that are not given"


def test_whatever_is_named_has_no_completion() -> None:
    """Of 300 random sets of givens on 3x4 many are named contradictory, and by the twin none of these has a tour."""
    graph, rng, named = move_graph(parse_board("3x4"), (1, 2)), random.Random(2), 0
    neighbours = neighbours_of(graph)
    for _ in range(300):
        squares, times = rng.sample(range(12), 3), sorted(rng.sample(range(12), 3))
        given = PartialTour(dict(zip(squares, times, strict=True)), (), (), ())
        for closed in (False, True):
            if contradiction(graph, given, closed=closed) is not None:
                named += 1
                assert list(completions(neighbours, given, closed=closed)) == []
    assert named > 100


def test_colours_tell_only_where_every_move_changes_them() -> None:
    """Colours are no reason on a torus with odd sides, nor for unconnected squares, between which there is no way."""
    given = PartialTour({0: 8, 2: 13}, (), (), ())
    assert contradiction(move_graph(parse_board("torus:5x5"), (1, 2)), given, closed=False) is None
    apart = contradiction(move_graph(parse_board("3x3"), (1, 2)), PartialTour({0: 0, 4: 2}, (), (), ()), closed=False)
    assert apart == "there is no way from 1 on a3 to 3 on b2 over squares that are not given"
