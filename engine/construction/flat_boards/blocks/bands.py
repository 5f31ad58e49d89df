"""Cutting a side into the lengths of blocks: even parts of 6 to 14, at most one odd part of 5 to 13."""

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
    before, odd = odd_places(length, inside)[0]
    return [*even_parts(before), odd, *even_parts(length - before - odd)]


def random_bands(length: int, inside: int | None, random: Random) -> list[int]:
    """Cut like `bands`, but into random parts: a second chance where the plain cut puts an end in a bad place."""
    if length == 5:
        return [length]
    if length % 2 == 0:
        return random_even_parts(length, random)
    before, odd = random.choice(odd_places(length, inside))
    return [*random_even_parts(before, random), odd, *random_even_parts(length - before - odd, random)]


def odd_places(length: int, inside: int | None) -> list[tuple[int, int]]:
    """Return where the odd part of an odd side of at least 7 may lie: (squares before it, its length)."""
    return [
        (before, odd)
        for odd in (7, 9, 11, 13)
        for before in range(0, length - odd + 1, 2)
        if _cuttable(before)
        and _cuttable(length - before - odd)
        and (inside is None or before <= inside < before + odd)
    ]


def _cuttable(length: int) -> bool:
    return length == 0 or length >= 6


def random_even_parts(length: int, random: Random) -> list[int]:
    """Cut an even length, 0 or at least 6, into random even parts from 6 to 14."""
    parts: list[int] = []
    while length > 0:
        allowed = [part for part in range(6, 15, 2) if part == length or length - part >= 6]
        parts.append(random.choice(allowed))
        length -= parts[-1]
    return parts
