"""Populations of strands on their way over a board: where they lie, how they begin, advance and end."""

from __future__ import annotations

import math
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from engine.boards.components import colouring
from engine.boards.existence.verdict import Tours
from engine.boards.move_graph import MoveGraph
from engine.sampling.mask_step import WORD
from engine.sampling.sequential_monte_carlo import RESAMPLE_BELOW, WIDE, drawn_particle, systematic, taken_words
from engine.sampling.strands import Ground, Shape, Strands, settle
from engine.sampling.tallies import closing_pairs
from engine.streams.word_block import WordBlock

END = 0.75
"""The weight of each remaining square as a start or as an end; fitted with the rest."""

ONE_MISSING = (-3.0, -0.69, -0.25, -0.23, -0.24, -0.22, -0.19, -0.31)
TWO_MISSING = (-20.0, -3.0, -1.28, -0.51, 0.11, 0.18, 0.32, 0.28, 0.7)
"""ln phi(1, room) and ln phi(2, room) for room 0, 1, ...; beyond, the last. A square whose room is one less than its
need can only be an end; closed tours have none. Fitted to pilot populations on 10x10, so that at each step their counts
by need and room agree with those of their tours."""


class Course:
    """A board whose squares are settled in an order; what strands on it have in common."""

    def __init__(self, graph: MoveGraph, starts: NDArray[np.int32], tours: Tours) -> None:
        """Order the squares: diagonal by diagonal, each from both its ends to its middle. starts: int32 squares.

        On 10x10 this order gives the number of closed tours with a fifth of the variance of row-by-row order.
        """
        self.graph, self.starts, self.tours, self.size = graph, starts, tours, graph.size
        coordinates = graph.board.coordinates.astype(np.int64)
        self.squares = np.lexsort([-(coordinates**2).sum(axis=1), coordinates.sum(axis=1)])
        """int64 (size,), the square at each place."""
        self.places = np.argsort(self.squares)
        table = np.where(graph.neighbours < 0, -1, self.places[graph.neighbours])[self.squares]
        self.neighbours = -np.sort(-table, axis=1).astype(np.int16)
        self.shape = shape_of(int(graph.degrees.max()), closed=tours == "closed")

    @cached_property
    def ground(self) -> Ground:
        """What the strands lie on. If one colour has more squares, tours start and end on that colour."""
        colours = colouring(self.graph)
        may = np.ones((2, self.size), dtype=np.bool_)
        may[0] = np.isin(self.squares, self.starts)
        if colours is None:
            return Ground(self.neighbours, np.zeros(self.size, dtype=np.int8), may, False)
        colour = colours[self.squares]
        surplus = self.size - 2 * int(colour.sum())
        if surplus:
            may &= colour == (0 if surplus > 0 else 1)
        return Ground(self.neighbours, colour, may, surplus == 0)

    @cached_property
    def reach(self) -> NDArray[np.int64]:
        """int64 (size,): the place from which on strands are alike once they have settled a place and all before it."""
        touched = np.maximum.accumulate(np.maximum(self.neighbours.max(axis=1), np.arange(self.size)))
        return np.asarray(np.minimum(touched[touched] + 1, self.size), dtype=np.int64)

    @cached_property
    def waiting(self) -> NDArray[np.float64]:
        """float64 (size, 2, 2): the change of Phi at a place, for start and end, still to come or drawn there."""
        left = np.zeros((2, self.size + 1))
        left[:, :-1] = END * np.cumsum(self.ground.may[:, ::-1], axis=1)[:, ::-1]
        before = np.where(left[:, :-1] > 0, left[:, :-1], 1.0)
        return np.stack([left[:, 1:] / before, 1.0 / before], axis=2).transpose(1, 0, 2).copy()

    def first(self, particles: int, *, paths: bool) -> Strands:
        """Return strands that have settled nothing, each with Phi of that state as its weight."""
        size, open_ = self.size, self.tours != "closed"
        need = np.full((particles, size + 2), 2, dtype=np.uint8)
        need[:, size:] = int(open_)
        mate = np.tile(np.arange(size + 2, dtype=np.int16), (particles, 1))
        mate[:, size], mate[:, size + 1] = size + 1, size
        room = np.tile(self.graph.degrees[self.squares].astype(np.uint8), (particles, 1))
        logarithm = float(log_phi(2, self.graph.degrees, closed=not open_).sum())
        if open_:
            ways = END * self.ground.may.sum(axis=1) * (0.5 if self.ground.apart else 1.0) ** np.array([0, 1])
            logarithm += float(np.log(ways).sum()) if ways.all() else -math.inf
        exponent = 0 if math.isinf(logarithm) else round(logarithm / math.log(2.0))
        return Strands(
            need=need,
            room=room,
            mate=mate,
            ends=np.full((particles, 2), -1, dtype=np.int16),
            weight=np.full(particles, math.exp(logarithm - exponent * math.log(2.0))),
            links=np.full((particles, size if paths else 0, 2), -1, dtype=np.int16),
            exponent=np.array([exponent]),
        )


def log_phi(need: int, room: NDArray[np.integer], *, closed: bool) -> NDArray[np.float64]:
    """Return ln phi of squares with this need, 1 or 2, by their rooms; minus infinity where the need cannot be met."""
    known = (ONE_MISSING, TWO_MISSING)[need - 1]
    logs = np.array(known)[np.minimum(room, len(known) - 1)]
    return np.where(room < need - (not closed), -np.inf, logs)


def shape_of(degree: int, *, closed: bool) -> Shape:
    """Return the changes of phi for rooms up to the largest degree."""
    room = np.arange(degree + 1)
    phi = np.ones((3, degree + 1))
    phi[1:] = np.exp([log_phi(1, room, closed=closed), log_phi(2, room, closed=closed)])
    inverse = np.divide(1.0, phi, out=np.zeros_like(phi), where=phi > 0)
    stay, take = np.zeros_like(phi), np.zeros_like(phi)
    stay[:, 1:] = phi[:, :-1] * inverse[:, 1:]
    take[1:, 1:] = phi[:-1, :-1] * inverse[1:, 1:]
    return Shape(stay, take, inverse)


class StrandRun:
    """One population in progress: `advance` settles one square of every particle."""

    FIRST = 0
    """Squares that are settled before the first step."""

    def __init__(self, course: Course, strands: Strands, visited: int = 0) -> None:
        """Begin with strands that have settled this many squares."""
        self.course, self.population, self.visited = course, strands, visited

    @property
    def is_finished(self) -> bool:
        """Whether every particle alive is a tour."""
        return self.visited == self.course.size

    def advance(self, block: WordBlock) -> None:
        """Settle one square of every particle and resample; takes one word a particle and one more."""
        self.settle(block)
        self.resample(taken_words(block, 1)[0] * WORD)
        self.visited += 1

    def settle(self, block: WordBlock) -> None:
        """Settle the next square of every particle; rescale weights by a power of two to stay within floats."""
        course, strands, square = self.course, self.population, self.visited
        settle(
            course.ground, course.shape, strands, square, course.waiting[square], taken_words(block, len(strands.need))
        )
        exponent = math.frexp(strands.weight.max())[1]
        if abs(exponent) > WIDE:
            strands.weight[:] = np.ldexp(strands.weight, -exponent)
            strands.exponent[:] += exponent

    def resample(self, uniform: float) -> None:
        """Resample systematically to equal weights where the effective size is below half."""
        strands, square, size = self.population, self.visited, self.course.size
        total, count = strands.weight.sum(), len(strands.weight)
        if total == 0.0 or total**2 >= RESAMPLE_BELOW * count * (strands.weight**2).sum():
            return
        cumulative = np.cumsum(strands.weight)
        kept = systematic(cumulative, uniform)
        window = slice(square + 1, int(self.course.reach[square]))
        for array in (strands.need, strands.room, strands.mate):
            array[:, window] = array[kept, window]
        for array in (strands.need, strands.mate):
            array[:, size:] = array[kept, size:]
        strands.ends[:] = strands.ends[kept]
        strands.links[:, : square + 1] = strands.links[kept, : square + 1]
        strands.weight[:] = cumulative[-1] / count

    def weights(self) -> NDArray[np.float64]:
        """Return float64 (k,): what each finished particle adds to the estimate of the number of tours.

        With tours "closed" undirected cycles count, else directed tours; with "open" those that close count nothing.
        In units of two to the population's exponent.
        """
        weights = self.population.weight / len(self.population.weight)
        if self.course.tours == "open":
            weights[closing_pairs(self.course.graph)[self.ends]] = 0.0
        return np.asarray(weights)

    @property
    def ends(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Where the tours start and end; for closed ones the first start square."""
        if self.course.tours == "closed":
            start = np.full(len(self.population.weight), self.course.starts[0], dtype=np.int64)
            return start, start
        places = self.population.ends
        return self.course.squares[places[:, 0]], self.course.squares[places[:, 1]]

    def drawn_tour(self, weights: NDArray[np.float64], block: WordBlock) -> NDArray[np.int32]:
        """Return the path, int32 (size,), of a particle drawn in proportion to its weight in a finished population.

        Nearly uniform among all tours; the bias vanishes as the population grows.
        """
        particle = drawn_particle(weights, block)
        path = self._path(particle)
        if self.course.tours == "closed" and taken_words(block, 1)[0] & 1:
            path[1:] = path[:0:-1].copy()
        return path

    def _path(self, particle: int) -> NDArray[np.int32]:
        """Follow the links of a tour from its start."""
        course, size = self.course, self.course.size
        near: list[list[int]] = [[] for _ in range(size + 2)]
        for place, others in enumerate(self.population.links[particle].tolist()):
            for other in others:
                if other >= 0:
                    near[place].append(other)
                    near[other].append(place)
        before, here = size, int(course.places[self.ends[0][particle]])
        path = np.empty(size, dtype=np.int32)
        for step in range(size):
            path[step] = course.squares[here]
            before, here = here, next((other for other in near[here] if other != before), size)
        return path
