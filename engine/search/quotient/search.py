"""A resumable search for the tours that a symmetry leaves as they are: its position in slots, its counts, its tours."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.search.counters import NO_LIMIT
from engine.search.quotient.lifting import lift
from engine.search.quotient.tree import (
    DEPTH,
    FLOOR,
    GOALS,
    MET,
    NEEDY,
    NEXT,
    TRIED,
    Order,
    State,
    Table,
    advance,
    arrange,
    enter,
)
from engine.search.quotient.ways import Quotient, Way


class QuotientSearch:
    """A resumable search of the subtree below one node of the tree of one way.

    counters: int64 (4,), tours (once for both directions), 0, dead ends and nodes of the subtree so far.
    """

    def __init__(self, quotient: Quotient, way: Way, slots: Sequence[int] = (), *, seed: int | None = None) -> None:
        """Begin at the way's root or, given slots, above the node that they lead to: entering it comes first.

        seed: try the squares of orbits with the fewest neighbours left first, ties drawn by it; None: as listed.
        """
        self.quotient, self.way = quotient, way
        self.counters = np.zeros(4, np.int64)
        self._slots = [int(slot) for slot in slots]
        self._table = _table(quotient, way)
        self._neighbours = quotient.graph.neighbours
        orbits, width = len(quotient.folded_board.orbits), self._neighbours.shape[1]
        choices = np.tile(np.arange(width, dtype=np.int32), (orbits, 1))
        self._order: Order = (choices, np.array([] if seed is None else [seed], np.uint64))
        self._state: State = (
            *(np.zeros(orbits + 1, np.int32), np.zeros((orbits, 3), np.int32), np.zeros(orbits, np.int32)),
            *(np.zeros(orbits, np.uint8), np.zeros(4, np.int64)),
        )
        self._go_to(self._slots[:-1])
        if self._slots:
            self._stand_above(self._slots[-1])
        if seed is not None:
            arrange(self._table, self._state, self._order)

    def _go_to(self, slots: Sequence[int]) -> None:
        """Enter the root and, from there, the squares that slots lead to, each counted as tried."""
        _, nodes, room, entered, tally = self._state
        moves, _, _, ends, _, _ = self._table
        firsts = [orbit[0] for orbit in self.quotient.folded_board.orbits]
        room[:] = (moves[firsts] >= 0).sum(axis=1)
        entered[:] = 0
        tally[[DEPTH, FLOOR, NEEDY, GOALS]] = -1, 0, int((room <= 1).sum()), int(ends.sum())
        fits = enter(self._table, self._state, self.way.start)
        needy = (room <= 1) & (entered == 0)
        if not fits or (needy & ((ends == 0) | (room == 0))).any():
            nodes[0, MET] = 0
        for slot in slots:
            self._enter(slot)

    def _enter(self, slot: int) -> None:
        """Go down a branch that has been entered before."""
        walk, nodes, _, _, tally = self._state
        depth = int(tally[DEPTH])
        nodes[depth, TRIED] = slot + 1
        enter(self._table, self._state, int(self._neighbours[walk[depth], slot]))

    def _stand_above(self, slot: int) -> None:
        """Make the node reached the one above the subtree, which one branch leads to."""
        _, nodes, _, _, tally = self._state
        depth = tally[FLOOR] = tally[DEPTH]
        nodes[depth, TRIED], nodes[depth, MET] = slot, slot + 1

    @property
    def is_finished(self) -> bool:
        """Whether the whole subtree has been searched."""
        _, nodes, _, _, tally = self._state
        depth = int(tally[DEPTH])
        return bool(depth == tally[FLOOR] and nodes[depth, TRIED] >= nodes[depth, MET])

    def advance(self, nodes: int, tours: int = NO_LIMIT, capacity: int = 0) -> tuple[int, NDArray[np.int32]]:
        """Enter at most `nodes` more nodes, stopping right after the `tours`-th tour found now.

        Returns how many tours were found, and the first `capacity` of them as whole tours: int32 (k, squares).
        """
        walks = np.empty((capacity, len(self._state[0])), np.int32)
        found = (self.counters, walks)
        taken = advance(self._table, self._neighbours, self._state, self._order, found, nodes, tours)
        return taken, lift(self.quotient, self.way, walks[:taken])

    @property
    def _root(self) -> int:
        """The depth of the root of the subtree."""
        return len(self._slots)

    def place(self) -> list[int]:
        """Return the slot being searched at each level below the root, except the deepest level reached."""
        _, nodes, _, _, tally = self._state
        return [int(number) - 1 for number in nodes[self._root : int(tally[DEPTH]), TRIED]]

    def ahead(self) -> list[tuple[int, int]]:
        """Return (level below the root, slot) of all branches not tried yet."""
        _, nodes, _, _, tally = self._state
        return [
            (depth - self._root, slot)
            for depth in range(self._root, int(tally[DEPTH]) + 1)
            for slot in range(int(nodes[depth, TRIED]), int(nodes[depth, MET]))
            if self._leads(depth, slot)
        ]

    def _leads(self, depth: int, slot: int) -> bool:
        """Whether a slot of the node at a depth leads anywhere."""
        (walk, nodes, *_), (moves, closing, home, _, along, highest) = self._state, self._table
        square, other = walk[depth], self._neighbours[walk[depth], slot]
        if along and depth + 2 == len(walk):
            return bool(closing[square, slot] > (walk[1] if depth else other))
        if moves[square, slot] < 0 or home[other] in home[walk[: depth + 1]]:
            return False
        if along and depth == 0 and other >= highest:
            return False
        return bool(nodes[depth, NEXT] < 0 or nodes[depth, NEXT] == home[other])

    @property
    def share(self) -> float:
        """The share of the subtree already searched, every slot of a node given an equal share."""
        _, nodes, _, _, tally = self._state
        behind, width = 0.0, 1.0
        depth = int(tally[DEPTH])
        for at, (tried, met, _) in enumerate(nodes[self._root : depth + 1].tolist(), start=self._root):
            width /= max(1, met)
            behind += (tried - (at < depth)) * width
        return 1.0 if self.is_finished else min(behind, 1.0)

    def checkpoint(self) -> Arrays:
        """Return the slots tried at each depth, and the counts; also the order of the slots where it is drawn."""
        (_, nodes, _, _, tally), (choices, random) = self._state, self._order
        depths = slice(int(tally[DEPTH]) + 1)
        drawn: dict[str, NDArray[np.generic]] = {}
        if len(random):
            drawn = {"choices": choices[depths].copy(), "random": random.copy()}
        return {"nodes": nodes[depths, :NEXT].copy(), "counters": self.counters.copy(), **drawn}

    def restore(self, checkpoint: Arrays) -> None:
        """Go to the position that a checkpoint describes, and to its counts.

        The saved search may have had a higher root; what it had left above ours is not searched.
        """
        _, nodes, _, _, tally = self._state
        self.counters[:] = checkpoint["counters"]
        written, (choices, random) = np.asarray(checkpoint["nodes"], np.int32), self._order
        if len(random):
            choices[: len(written)] = checkpoint["choices"]
            random[:] = checkpoint["random"]
        self._go_to(choices[np.arange(len(written) - 1), written[:-1, TRIED] - 1].tolist())
        nodes[: len(written), :NEXT] = written
        above = max(self._root - 1, 0)
        tally[FLOOR] = above
        if self._root and len(written) > self._root:
            nodes[above, MET] = nodes[above, TRIED]


def _table(quotient: Quotient, way: Way) -> Table:
    folded, neighbours = quotient.folded_board, quotient.graph.neighbours
    home = np.empty(quotient.graph.size, np.int32)
    for vertex, orbit in enumerate(folded.orbits):
        home[list(orbit)] = vertex
    beyond = np.where(neighbours < 0, -1, home[neighbours])
    moves = np.where(beyond == home[:, None], np.int32(-1), neighbours).astype(np.int32)
    firsts = np.array([orbit[0] for orbit in folded.orbits])
    for vertex in folded.staying:
        row = moves[folded.orbits[vertex][0]]
        row[~np.isin(row, firsts)] = -1
    ends = np.zeros(len(folded.orbits), np.uint8)
    ends[list(way.ends)] = 1
    ends[home[way.start]] = 0
    closing = _closing(quotient, way)
    return moves, closing, home, ends, way.along, int(closing.max())


def _closing(quotient: Quotient, way: Way) -> NDArray[np.int32]:
    """Return, for each move onto an image of the first square that closes a tour, the square before the first one."""
    order, powers, neighbours = quotient.folded_board.order, quotient.powers, quotient.graph.neighbours
    closing = np.full(neighbours.shape, -1, np.int32)
    for power in range(1, order) if way.along else ():
        if gcd(power, order) == 1:
            squares, slots = np.nonzero(neighbours == powers[power][way.start])
            closing[squares, slots] = powers[order - power][squares]
    return closing
