"""Slow, obvious random walks: sets and lists, one word of the stream after the other, and nothing kept in between."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass
class SlowWalk:
    """A walk. squares: in order. choices: the moves open at each. weights: 1 / the probability so far, at each."""

    squares: list[int]
    choices: list[int]
    weights: list[float]


def below(words: Iterator[int], bound: int) -> int:
    """Draw from 0..bound-1: multiply a word, and reject the words that would favour some numbers."""
    while True:
        product = next(words) * bound
        if product % 2**32 >= 2**32 % bound:
            return product >> 32


def uniform_move(words: Iterator[int], choices: Sequence[int]) -> tuple[int, float]:
    """Return one of the squares and 1 / its probability; a single one takes no word."""
    return (choices[0] if len(choices) == 1 else choices[below(words, len(choices))]), float(len(choices))


def rotating_move(words: Iterator[int], slots: Sequence[int], free: set[int]) -> tuple[int, float]:
    """Draw a direction and advance to a free one; its weight is directions / distance from the free one before it."""
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


@dataclass
class SlowImportance:
    """An importance walk: choices at each square, 1 / the probability so far, and the number of its completions.

    ways, closed: the number of ways to visit its last squares, and of those in which the tour closes.
    """

    choices: list[int]
    weights: list[float]
    ways: int
    closed: int


def slow_importance(
    neighbours: Sequence[Sequence[int]],
    start: int,
    words: Iterator[int],
    attraction: Sequence[float],
    *,
    tail: int,
    closed: bool,
) -> SlowImportance:
    """Walk with a free end. attraction: by exits; a neighbour of the start has one more if tours must close."""
    free, here, end, weight, walk = set(range(len(neighbours))) - {start}, start, -1, 1.0, SlowImportance([], [], 0, 0)

    def exits(square: int) -> int:
        return len(free & set(neighbours[square])) + (closed and start in neighbours[square])

    while free:
        if len(free) <= tail:
            finished = list(_finished(neighbours, here, frozenset(free), end))
            walk.closed = sum(last in neighbours[start] for last in finished)
            walk.ways = walk.closed if closed else len(finished)
            walk.weights.append(weight)
            return walk
        moves = sorted(free & set(neighbours[here]))
        alone: list[int] = []
        if len(free) == 1:
            moves = [move for move in moves if end in (-1, move) and (not closed or start in neighbours[move])]
        else:
            moves = [move for move in moves if move != end]
            alone = [move for move in moves if exits(move) == 1]
            spare = end < 0 and not closed
            if (
                any(exits(move) == 0 for move in moves)
                or len(alone) > spare + 1
                or (end >= 0 and not exits(end) - closed)
            ):
                moves = []
            elif len(alone) > spare:
                moves = alone
        walk.choices.append(len(moves))
        walk.weights.append(weight)
        if not moves:
            return walk
        here, share = _attracted(words, moves, [attraction[exits(move)] for move in moves])
        weight *= share
        left = [move for move in alone if move != here]
        if end < 0 and not closed and left:
            end = left[0]
        free.remove(here)
    walk.choices.append(0)
    walk.weights.append(weight)
    walk.ways, walk.closed = 1, int(here in neighbours[start])
    return walk


def _attracted(words: Iterator[int], moves: Sequence[int], shares: Sequence[float]) -> tuple[int, float]:
    """Draw a move in proportion to its share; a single one takes no word."""
    if len(moves) == 1:
        return moves[0], 1.0
    total = 0.0
    for share in shares:
        total += share
    drawn = (next(words) + 0.5) * 2.0**-32 * total
    for move, share in zip(moves[:-1], shares[:-1], strict=True):
        if drawn < share:
            return move, total / share
        drawn -= share
    return moves[-1], total / shares[-1]


def _finished(neighbours: Sequence[Sequence[int]], here: int, free: frozenset[int], end: int) -> Iterator[int]:
    """Yield the last square of every way to visit the free squares from here, the end last if there is one."""
    if not free:
        yield here
    for move in free & set(neighbours[here]):
        if move != end or len(free) == 1:
            yield from _finished(neighbours, move, free - {move}, end)
