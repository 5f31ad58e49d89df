"""Cutting a side into the lengths of blocks: even parts of 6, 8 and 10, at most one odd part of 5 to 13."""

from __future__ import annotations

from random import Random


def even_parts(length: int) -> list[int]:
    """Cut an even length, 0 or at least 6, into sixes and at most two eights or one ten."""
    if length == 0:
        return []
    if length == 10:
        return [10]
    eights = length % 6 // 2
    return [6] * ((length - 8 * eights) // 6) + [8] * eights


def bands(length: int, inside: int | None = None) -> list[int]:
    """Cut a side of at least 5 into block lengths, an even number of squares before its one odd part, if any.

    inside: for an odd side, an index (from 0) that the odd part must contain.
    """
    if length == 5:
        return [length]
    if length % 2 == 0:
        return even_parts(length)
    options = ((before, odd) for odd in (7, 9, 11, 13) for before in range(0, length - odd + 1, 2))
    for before, odd in options:
        after = length - before - odd
        if 2 in (before, after) or 4 in (before, after):
            continue
        if inside is None or before <= inside < before + odd:
            return [*even_parts(before), odd, *even_parts(after)]
    raise AssertionError((length, inside))


def random_even_bands(length: int, random: Random) -> list[int]:
    """Cut an even length of at least 6 into random even parts from 6 to 14."""
    parts: list[int] = []
    while length > 0:
        allowed = [part for part in range(6, 15, 2) if part == length or length - part >= 6]
        parts.append(random.choice(allowed))
        length -= parts[-1]
    return parts
