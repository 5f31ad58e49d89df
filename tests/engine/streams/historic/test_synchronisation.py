"""Walkers on one sequence: where they meet, and that they walk as one from there."""

from __future__ import annotations

import random

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.streams.historic.synchronisation import meeting
from tests.reference.walks import below

LISTS = move_graph(parse_board("5x5"), (1, 2)).lists


def slow_ends(words: list[int], begin: int) -> set[int]:
    """Return the places of all words at which a walker from `begin` begins a walk; a single choice takes one, too."""
    ends, place = {begin}, begin
    while place < len(words) - 200:
        taken = iter(range(place, len(words)))
        free, here = set(range(25)) - {0}, 0
        last = place
        while choices := [square for square in LISTS[here] if square in free]:

            def stream() -> object:
                nonlocal last
                for last in taken:  # noqa: B023  read while it is walked
                    yield words[last]

            here = choices[below(stream(), len(choices))]  # type: ignore[arg-type]  # an iterator of words
            free.remove(here)
        place = last + 1
        ends.add(place)
    return ends


def test_they_meet_where_both_begin() -> None:
    """Two walkers meet at the first word at which both, walking alone, begin a walk."""
    drawn = random.Random(3)
    words = [drawn.getrandbits(32) for _ in range(20_000)]
    met = meeting(words, LISTS, 0, 777)
    assert met.place == min(slow_ends(words, 0) & slow_ends(words, 777))
    assert set(met.begins[1]) <= slow_ends(words, 777)


def test_too_few_words() -> None:
    """With too few words two walkers do not meet."""
    assert meeting([1] * 30, LISTS, 0, 29).place is None
