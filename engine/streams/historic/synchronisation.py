"""Two walkers who read the same sequence of random words from different places, until their walks become one.

Each walks from the same square until stuck, then begins anew with the next word. Once both begin a walk at the same
word they make the same walks for ever: streams that overlap do not only share numbers, they soon repeat each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Synchronisation:
    """begins: for each walker the words at which its walks begin, in order; the last is where they meet, if they do."""

    begins: tuple[tuple[int, ...], tuple[int, ...]]

    @property
    def place(self) -> int | None:
        """The word at which both begin a walk; None where the words ended before."""
        first, second = self.begins
        return first[-1] if first[-1] == second[-1] else None


def meeting(words: Sequence[int], neighbours: Sequence[Sequence[int]], start: int, lead: int) -> Synchronisation:
    """Walk from word 0 and from word `lead` of a sequence; the one behind moves, until both are at one place."""
    begins = ([0], [lead])
    while begins[0][-1] != begins[1][-1]:
        behind = begins[0] if begins[0][-1] < begins[1][-1] else begins[1]
        after = _walk(words, neighbours, start, behind[-1])
        if after is None:
            break
        behind.append(after)
    return Synchronisation((tuple(begins[0]), tuple(begins[1])))


def _walk(words: Sequence[int], neighbours: Sequence[Sequence[int]], start: int, place: int) -> int | None:
    """Return the word after a walk that begins with the word `place`; None where the words end within it.

    A square is chosen by Lemire's rule; a single one takes a word too, so that every walk takes at least one.
    """
    free, here = set(range(len(neighbours))) - {start}, start
    while True:
        choices = [square for square in neighbours[here] if square in free]
        if not choices:
            return place if here != start else place + 1
        bound = len(choices)
        while place < len(words) and words[place] * bound % 2**32 < 2**32 % bound:
            place += 1
        if place >= len(words):
            return None
        here = choices[words[place] * bound >> 32]
        place += 1
        free.remove(here)
