"""Slow, obvious walks that collect squares while some are barred: all walks of no move, of one, of two, ..."""

from __future__ import annotations

from collections.abc import Sequence

MOST_WALKS = 200_000


def fewest_moves(
    neighbours: Sequence[Sequence[int]], via: Sequence[int], source: int, target: int | None, body: int | None
) -> int | None:
    """Return the fewest moves, -1 where there is no such walk, None where there are too many walks to try.

    body: the squares a snake covers at the start, one more with each square collected; None visits no square twice.
    """
    walks, moves = [[source]], 0
    while walks:
        if any(set(via) <= set(walk) and target in (None, walk[-1]) for walk in walks):
            return moves
        longer = [[*walk, square] for walk in walks for square in neighbours[walk[-1]]]
        walks = [walk for walk in longer if _lies_free(walk, via, body)]
        moves += 1
        if len(walks) > MOST_WALKS:
            return None
    return -1


def _lies_free(walk: list[int], via: Sequence[int], body: int | None) -> bool:
    covered = len(walk) if body is None else min(len(walk), body + len(set(walk) & set(via)))
    return len(set(walk[-covered:])) == covered
