"""Sequential Monte Carlo with a degree potential: a population of partial tours that steers clear of dead ends.

A partial tour that stands on c is weighted by Phi = product over the unvisited squares u of phi(d_u), where d_u counts
the unvisited neighbours of u, plus 1 if u is a neighbour of c and, when tours must close, plus 1 if u is a neighbour of
the start (an end that still wants a partner). Squares that lose their exits make Phi small long before the walk
is stuck. A step from c to v changes d_u only for the free neighbours u of c, by one, so

    Phi(after) / Phi(before) = [product over free u in N(c) of phi(d_u - 1) / phi(d_u)] / phi(d_v - 1).

Squares are proposed in proportion to this ratio and the particle's weight is multiplied by the sum of the ratios;
the population is resampled (systematically) when its effective size falls below half. The product of the mean
weights, times Phi of the start, is an unbiased estimate of the number of tours, whatever phi is. Large boards have more
tours than floats can express, so weights are in units of a power of two; the population carries its exponent.
Sources: P. Del Moral, A. Doucet, A. Jasra, "Sequential Monte Carlo samplers", 2006; the potential is this project's.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.boards.existence.verdict import Tours
from engine.boards.move_graph import MoveGraph
from engine.jit import allocating, kernel
from engine.sampling.mask_step import WORD, Factors, mask_step
from engine.sampling.tallies import MAX_MASK_SQUARES, closing_pairs, rows_of
from engine.search.bits import population
from engine.streams.word_block import WordBlock

RESAMPLE_BELOW = 0.5
WIDE = 256
"""Weights are rescaled when the largest leaves the range 2**-WIDE to 2**WIDE, so that their squares fit floats."""


class Population(NamedTuple):
    """A population of partial tours of equal length.

    start, here: int32 (k,). free: uint64 (k, words), the unvisited squares. weight: float64 (k,), 0 for the dead,
    in units of 2**exponent. exponent: int64 (1,).
    path: uint16 (k, size), the squares visited, kept only if tours are requested, else (k, 0).
    """

    start: NDArray[np.int32]
    here: NDArray[np.int32]
    free: NDArray[np.uint64]
    weight: NDArray[np.float64]
    path: NDArray[np.uint16]
    exponent: NDArray[np.int64]


class Potential(NamedTuple):
    """phi(d) and phi(d - 1) / phi(d), float64 for d up to the largest degree + 2."""

    phi: NDArray[np.float64]
    loss: NDArray[np.float64]


def potential(logarithms: tuple[float, ...], largest_degree: int) -> Potential:
    """Return phi from the logarithms of its first values; it rises towards 1, halving the distance at every d."""
    last = len(logarithms) - 1
    logs = [logarithms[d] if d <= last else logarithms[last] / 2.0 ** (d - last) for d in range(largest_degree + 3)]
    phi = np.exp(np.array(logs))
    loss = np.ones_like(phi)
    loss[1:] = phi[:-1] / phi[1:]
    return Potential(phi, loss)


def wide_masks(graph: MoveGraph) -> NDArray[np.uint64]:
    """Return the neighbours of each square as bits: uint64 (size, words), square v is bit v % 64 of word v // 64."""
    masks = np.zeros((graph.size, -(-graph.size // 64)), dtype=np.uint64)
    for column in graph.neighbours.T:
        rows = np.flatnonzero(column >= 0)
        masks[rows, column[rows] // 64] |= np.uint64(1) << (column[rows] % 64).astype(np.uint64)
    return masks


def first_population(
    graph: MoveGraph, starts: NDArray[np.int32], size: int, shape: Potential, *, closed: bool, paths: bool = False
) -> Population:
    """Return `size` particles (at least one a start), the starts in nearly equal shares.

    Each weighs Phi of its start, divided by the start's share of the particles.
    paths: whether to keep the squares visited.
    """
    words = -(-graph.size // 64)
    everything = np.zeros(words * 64, dtype=np.uint8)
    everything[: graph.size] = 1
    free = np.packbits(everything, bitorder="little").view(np.uint64)
    places = np.arange(size) * len(starts) // size
    chosen = starts[places].astype(np.int32)
    logarithms = np.array([_log_weight_of_start(graph, int(start), shape, closed=closed) for start in starts])
    exponent = round(float(logarithms.max()) / math.log(2.0))
    weights = np.exp(logarithms - exponent * math.log(2.0)) * (size / np.bincount(places, minlength=len(starts)))
    population = Population(
        start=chosen,
        here=chosen.copy(),
        free=np.tile(free, (size, 1)),
        weight=weights[places],
        path=np.zeros((size, graph.size if paths else 0), dtype=np.uint16),
        exponent=np.array([exponent]),
    )
    if paths:
        population.path[:, 0] = chosen
    population.free[np.arange(size), chosen // 64] &= ~(np.uint64(1) << (chosen % 64).astype(np.uint64))
    return population


class PopulationRun:
    """One population in progress: `advance` moves every particle one square on."""

    FIRST = 1
    """Squares that are visited before the first step."""

    def __init__(
        self,
        graph: MoveGraph,
        starts: NDArray[np.int32],
        shape: Potential,
        tours: Tours,
        population: Population,
        visited: int = 1,
    ) -> None:
        """Begin with a population whose particles have `visited` squares; starts: int32 square numbers."""
        self.graph, self.starts, self.shape, self.tours = graph, starts, shape, tours
        self.population, self.visited = population, visited
        self._masks = wide_masks(graph)
        self._rows = rows_of(graph.neighbours)
        self._factors = Factors(1.0 / shape.phi, np.append(shape.loss[1:], 1.0))

    @property
    def is_finished(self) -> bool:
        """Whether every particle alive is a tour."""
        return self.visited == self.graph.size

    def advance(self, block: WordBlock) -> None:
        """Move every particle one square on and resample; takes one word a particle and one more."""
        size = len(self.population.weight)
        closed, last = self.tours == "closed", self.visited == self.graph.size - 1
        self._step(taken_words(block, size), closed=closed, last=last)
        if self.population.path.shape[1]:
            self.population.path[:, self.visited] = self.population.here
        self.population = resample(in_reach(self.population), taken_words(block, 1)[0] * WORD)
        self.visited += 1

    def _step(self, words: NDArray[np.uint32], *, closed: bool, last: bool) -> None:
        """Move every particle, on one mask where the board is small."""
        start, here, free, weight, *_ = self.population
        if self.graph.size <= MAX_MASK_SQUARES:
            places = start, here, free[:, 0], weight
            mask_step(self.graph.masks, self._rows, self._factors, places, words, closed, last)
            return
        _step(self._masks, self.graph.neighbours, self.shape, self.population, words, closed, last)

    def weights(self) -> NDArray[np.float64]:
        """Return float64 (k,): what each finished particle adds to the estimate of the number of directed tours.

        In units of two to the population's exponent. With tours "open" those that close count nothing.
        """
        weights = self.population.weight / len(self.population.weight)
        if self.tours == "open":
            weights[closing_pairs(self.graph)[self.population.start, self.population.here]] = 0.0
        return np.asarray(weights)

    @property
    def ends(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """The start and the current square of each particle."""
        return self.population.start, self.population.here

    def drawn_tour(self, weights: NDArray[np.float64], block: WordBlock) -> NDArray[np.int32]:
        """Return the path, int32 (size,), of a particle drawn in proportion to its weight in a finished population.

        Nearly uniform among all tours; the bias vanishes as the population grows.
        """
        path: NDArray[np.int32] = self.population.path[drawn_particle(weights, block)].astype(np.int32)
        return path


def in_reach(population: Population) -> Population:
    """Return the population with very large or small weights brought near 1: a power of two changes no digit.

    Weights too small for floats next to the largest become 0.
    """
    exponent = math.frexp(population.weight.max())[1]
    if abs(exponent) <= WIDE:
        return population
    weight = np.ldexp(population.weight, -exponent)
    return population._replace(weight=weight, exponent=population.exponent + exponent)


def resample(population: Population, uniform: float) -> Population:
    """Return the population, systematically resampled to equal weights if its effective size is below half."""
    total = population.weight.sum()
    count = len(population.weight)
    if total == 0.0 or total**2 >= RESAMPLE_BELOW * count * (population.weight**2).sum():
        return population
    cumulative = np.cumsum(population.weight)
    kept = systematic(cumulative, uniform)
    return Population(
        population.start[kept],
        population.here[kept],
        population.free[kept],
        np.full(count, cumulative[-1] / count),
        population.path[kept],
        population.exponent,
    )


def drawn_particle(weights: NDArray[np.float64], block: WordBlock) -> int:
    """Return one of the particles, drawn in proportion to weights."""
    cumulative = np.cumsum(weights)
    index = np.searchsorted(cumulative, (taken_words(block, 1)[0] + 0.5) * WORD * cumulative[-1], side="right")
    return min(int(index), len(weights) - 1)


def taken_words(block: WordBlock, count: int) -> NDArray[np.uint32]:
    """Return the next words of a block, uint32 (count,)."""
    while len(block.words) - block.cursor < count:
        block.refill()
    taken = block.words[block.cursor : block.cursor + count]
    block.cursor += count
    return taken


def _log_weight_of_start(graph: MoveGraph, start: int, shape: Potential, *, closed: bool) -> float:
    """Return the natural logarithm of Phi of the one-square tour."""
    degrees = graph.degrees.copy()
    if closed:
        degrees[graph.neighbours[start][graph.neighbours[start] >= 0]] += 1
    others = np.concatenate((degrees[:start], degrees[start + 1 :]))
    return float(np.log(shape.phi[others]).sum())


@allocating
def systematic(cumulative: NDArray[np.float64], uniform: float) -> NDArray[np.int64]:
    """Return int64 (k,): for each place (i + uniform) / k of the total, the index whose share contains it.

    cumulative: float64 (k,), the weights added up. uniform: from 0 to 1.
    """
    count = len(cumulative)
    kept, owner, width = np.empty(count, dtype=np.int64), 0, cumulative[count - 1] / count
    for index in range(count):
        while owner < count - 1 and cumulative[owner] <= (index + uniform) * width:
            owner += 1
        kept[index] = owner
    return kept


@kernel
def _count(mask: NDArray[np.uint64], free: NDArray[np.uint64]) -> int:
    """Return the number of bits that two rows of words share."""
    total = 0
    for word in range(len(mask)):
        total += int(np.int64(population(mask[word] & free[word])))
    return total


@kernel
def _has(row: NDArray[np.uint64], square: int) -> bool:
    """Whether a row of words has the bit of a square."""
    return bool((row[square >> 6] >> np.uint64(square & 63)) & np.uint64(1))


@allocating
def _step(
    masks: NDArray[np.uint64],
    neighbours: NDArray[np.int32],
    shape: Potential,
    population: Population,
    words: NDArray[np.uint32],
    closed: bool,
    last: bool,
) -> None:
    """Move every particle one square on; `population` is changed in place. words: one for each particle.

    A particle without a move dies (weight 0). With `closed`, the last step must end beside the start.
    """
    must_close = closed and last
    ratios = np.empty(neighbours.shape[1])
    squares = np.empty(neighbours.shape[1], dtype=np.int64)
    for particle in range(len(population.weight)):
        if population.weight[particle] == 0.0:
            continue
        here, start = population.here[particle], population.start[particle]
        free = population.free[particle]
        choices, change, total = 0, 1.0, 0.0
        for j in range(neighbours.shape[1]):
            square = int(neighbours[here, j])
            if square < 0 or not _has(free, square):
                continue
            exits = _count(masks[square], free)
            if closed and _has(masks[start], square):
                exits += 1
            elif must_close:
                continue
            change *= shape.loss[exits + 1]
            squares[choices] = square
            ratios[choices] = 1.0 / shape.phi[exits]
            total += ratios[choices]
            choices += 1
        if choices == 0:
            population.weight[particle] = 0.0
            continue
        drawn = (words[particle] + 0.5) * WORD * total
        chosen = 0
        while chosen < choices - 1 and drawn >= ratios[chosen]:
            drawn -= ratios[chosen]
            chosen += 1
        square = squares[chosen]
        population.weight[particle] *= change * total
        population.here[particle] = square
        free[square >> 6] &= ~(np.uint64(1) << np.uint64(square & 63))
