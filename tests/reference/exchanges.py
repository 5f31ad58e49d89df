"""Slow and obvious: an exchange of moves on a path that is a list, and the random words in Python integers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

WORD = 2**64
GAMMA = 0x9E3779B97F4A7C15


class Words:
    """SplitMix64, word after word."""

    def __init__(self, state: int) -> None:
        self.state = state

    def upper(self) -> int:
        """Return the upper half of the next word."""
        self.state = (self.state + GAMMA) % WORD
        word = self.state
        word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 % WORD
        word = (word ^ (word >> 27)) * 0x94D049BB133111EB % WORD
        return (word ^ (word >> 31)) >> 32

    def below(self, bound: int) -> int:
        """Return a number below `bound`."""
        return self.upper() * bound >> 32


def links(squares: Sequence[int]) -> set[frozenset[int]]:
    """Return the pairs of successive squares of a tour, cyclically: of an open tour the gap, too."""
    return {frozenset((squares[place - 1], squares[place])) for place in range(len(squares))}


def exchanged(
    path: Sequence[int], moves: Mapping[int, Sequence[int]], ends: set[int], words: Words, depth: int
) -> list[int] | None:
    """Return the path that results from an exchange, None where it fails.

    path: from the fixed square to the end that grows; the link between them is taken out. ends: the squares beside
    the gap, or beside the move that stays; empty for none.
    """
    gap = {path[0], path[-1]} == ends
    for _ in range(depth):
        near = moves[path[-1]]
        turn = words.below(len(near))
        for onto in [*near[turn:], *near[:turn]]:
            cut = path.index(onto) + 1
            if onto != path[0] and cut < len(path) - 1 and {onto, path[cut]} != ends:
                break
        else:
            return None
        path = [*path[:cut], *reversed(path[cut:])]
        if (path[-1] not in moves[path[0]]) == gap:
            return list(path)
    return None
