"""The branches that a pruned search keeps, in plain Python: for weighing methods before any kernel runs.

The rules are those of `pruned` with `exits` and `forced` on.
"""

from __future__ import annotations

from collections.abc import Sequence


def squares_in(mask: int) -> list[int]:
    """Return the numbers of the set bits, ascending."""
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]


def unpruned_branches(masks: Sequence[int], square: int, start: int, free: int, *, closing: bool) -> list[int]:
    """Return the free neighbours of `square` from which a tour of all free squares may continue, ascending.

    masks: the neighbours of each square. closing: whether the tour has to end beside `start`.
    """
    reach = masks[square] & free
    joined = free | 1 << square | (1 << start if closing else 0)
    needs: list[int] = [0, 0, 0]
    for other in squares_in(free):
        count = (masks[other] & joined).bit_count()
        if count <= 2:
            needs[count] |= 1 << other
    none, one, two = needs
    must, last = reach & two, masks[start] & free
    if closing:
        dead = none or one or not last or must.bit_count() > 1 or (last & two).bit_count() > 1
        room = 1
    else:
        room = 1 if one else 2
        dead = none or one.bit_count() > 1 or must.bit_count() > room or (one & reach and one != free)
    return [] if dead else squares_in(must if must.bit_count() == room else reach)
