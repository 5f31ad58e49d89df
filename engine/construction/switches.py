"""Joining the cycles of a 2-factor into one by edge switches, on any graph.

Edges a-b and c-d of the 2-factor are replaced by a-c and b-d where these are moves. Between two components a switch
always joins them; inside one it may split it. So: one sweep of joins; while components are left, a few random
switches near a small one and another sweep, kept if it leaves no more components than before.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel
from engine.streams.splitmix64 import attempt_state, random_below

SHAKES = 12
"""Random switches tried in one round."""


class CycleJoiner:
    """A 2-factor on its way to one component.

    links: int32 (size, 2), the neighbours in the 2-factor, -1 at the end of a path. pieces: components left.
    """

    def __init__(self, neighbours: NDArray[np.int32], links: NDArray[np.int32], seed: int) -> None:
        self.neighbours = neighbours
        self.links = links
        self.state = attempt_state(seed, 0)
        self.roots = np.empty(len(links), dtype=np.int32)
        self.pieces = self._join(self.links)

    def _join(self, links: NDArray[np.int32]) -> int:
        pieces = _label(links, self.roots)
        return pieces - _sweep(self.neighbours, links, self.roots)

    def round(self) -> None:
        """Shake near a small component and sweep again; keep the outcome unless it is worse."""
        for root in range(len(self.roots)):
            self.roots[root] = _find(self.roots, root)
        sizes = np.bincount(self.roots, minlength=len(self.roots))
        small = np.flatnonzero(self.roots != sizes.argmax()).astype(np.int32)
        links = self.links.copy()
        _shake(self.neighbours, links, small, SHAKES, self.state)
        pieces = self._join(links)
        if pieces <= self.pieces:
            self.links, self.pieces = links, pieces
        else:
            _label(self.links, self.roots)

    def tour(self, start: int) -> NDArray[np.int32]:
        """Return the squares of the component of `start` in order; `start` is an end if that is a path."""
        path = np.empty(len(self.links), dtype=np.int32)
        return path[: _follow(self.links, start, path)]


@kernel
def _find(roots: NDArray[np.int32], square: int) -> int:
    while roots[square] != square:
        roots[square] = roots[roots[square]]
        square = roots[square]
    return square


@kernel
def _label(links: NDArray[np.int32], roots: NDArray[np.int32]) -> int:
    """Write one root per component into `roots` (a union-find forest) and return the number of components."""
    for square in range(len(roots)):
        roots[square] = square
    pieces = len(roots)
    for square in range(len(roots)):
        for side in range(2):
            other = links[square, side]
            if other >= 0:
                one, two = _find(roots, square), _find(roots, other)
                if one != two:
                    roots[one] = two
                    pieces -= 1
    return pieces


@kernel
def _adjacent(neighbours: NDArray[np.int32], one: int, other: int) -> bool:
    for i in range(neighbours.shape[1]):
        if neighbours[one, i] == other:
            return True
        if neighbours[one, i] < 0:
            break
    return False


@kernel
def _replace(links: NDArray[np.int32], square: int, old: int, new: int) -> None:
    links[square, 0 if links[square, 0] == old else 1] = new


@kernel
def _switch(links: NDArray[np.int32], a: int, b: int, c: int, d: int) -> None:
    """Replace the edges a-b and c-d by a-c and b-d."""
    _replace(links, a, b, c)
    _replace(links, b, a, d)
    _replace(links, c, d, a)
    _replace(links, d, c, b)


@kernel
def _sweep(neighbours: NDArray[np.int32], links: NDArray[np.int32], roots: NDArray[np.int32]) -> int:
    """Join components wherever a switch fits, square by square; return the number of joins."""
    joins = 0
    for a in range(len(roots)):
        for turn in range(2 * neighbours.shape[1]):
            b = links[a, turn & 1]
            c = neighbours[a, turn >> 1]
            if c < 0:
                break
            if b < 0 or _find(roots, a) == _find(roots, c):
                continue
            for side in range(2):
                d = links[c, side]
                if d >= 0 and _adjacent(neighbours, b, d):
                    _switch(links, a, b, c, d)
                    roots[_find(roots, a)] = _find(roots, c)
                    joins += 1
                    break
    return joins


@kernel
def _shake(
    neighbours: NDArray[np.int32],
    links: NDArray[np.int32],
    small: NDArray[np.int32],
    tries: int,
    state: NDArray[np.uint64],
) -> None:
    """Try random switches at squares at most two moves from a random square of `small`."""
    width = neighbours.shape[1]
    centre = small[random_below(state, len(small))]
    for _ in range(tries):
        a = centre
        for _ in range(random_below(state, 3)):
            step = neighbours[a, random_below(state, width)]
            a = step if step >= 0 else a
        b = links[a, random_below(state, 2)]
        c = neighbours[a, random_below(state, width)]
        if b < 0 or c < 0 or c == b:
            continue
        d = links[c, random_below(state, 2)]
        if d >= 0 and d not in (a, b) and _adjacent(neighbours, b, d):
            _switch(links, a, b, c, d)


@kernel
def _follow(links: NDArray[np.int32], start: int, path: NDArray[np.int32]) -> int:
    """Fill `path` from `start` and return the number of squares met until the links end or come back."""
    before = -1
    square = start
    for step in range(len(path)):
        path[step] = square
        after = links[square, 0] if links[square, 0] != before and links[square, 0] >= 0 else links[square, 1]
        if after < 0 or after in (before, start):
            return step + 1
        before, square = square, after
    return len(path)
