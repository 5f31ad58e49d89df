"""Slow, obvious random walks: sets and lists, one word of the stream after the other, and nothing kept in between."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass
class SlowWalk:
    """squares: in order. choices: the moves open at each. weights: 1 / the probability so far, at each."""

    squares: list[int]
    choices: list[int]
    weights: list[float]


def below(words: Iterator[int], bound: int) -> int:
    """Draw from 0..bound-1: multiply a word, and throw it away if it is one of those that favour some numbers."""
    while True:
        product = next(words) * bound
        if product % 2**32 >= 2**32 % bound:
            return product >> 32


def uniform_move(words: Iterator[int], choices: Sequence[int]) -> tuple[int, float]:
    """Return one of the squares and 1 / its probability; a single one takes no word."""
    return (choices[0] if len(choices) == 1 else choices[below(words, len(choices))]), float(len(choices))


def rotating_move(words: Iterator[int], slots: Sequence[int], free: set[int]) -> tuple[int, float]:
    """Draw a direction, go on to the next free one; as many draws lead there as directions from the free one before."""
    directions = len(slots)
    place = below(words, directions)
    while slots[place] not in free:
        place = (place + 1) % directions
    gap = next(gap for gap in range(1, directions + 1) if slots[(place - gap) % directions] in free)
    return slots[place], directions / gap


def slow_walk(
    method: str, neighbours: Sequence[Sequence[int]], slots: Sequence[Sequence[int]], start: int, words: Iterator[int]
) -> SlowWalk:
    """Walk until stuck or complete. slots: by direction, -1 off the board."""
    free, walk = set(range(len(neighbours))), SlowWalk([], [], [])
    here, weight = start, 1.0
    while True:
        free.remove(here)
        choices = [square for square in sorted(neighbours[here]) if square in free]
        walk.squares.append(here)
        walk.choices.append(len(choices))
        walk.weights.append(weight)
        if not choices:
            return walk
        if method == "rotating":
            here, share = rotating_move(words, slots[here], free)
        else:
            if method == "warnsdorff":
                exits = [sum(after in free for after in neighbours[square]) for square in choices]
                choices = [square for square, count in zip(choices, exits, strict=True) if count == min(exits)]
            here, share = uniform_move(words, choices)
        weight *= share
