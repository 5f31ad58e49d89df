"""Sequential Monte Carlo with a degree potential: a population of partial tours that steers clear of dead ends.

A partial tour that stands on c is weighted by Phi = product over the unvisited squares u of phi(d_u), where d_u counts
the unvisited neighbours of u, plus 1 if u is a neighbour of c and, when tours must close, plus 1 if u is a neighbour of
the start (an end that still wants a partner). Squares that lose their exits make Phi small long before the walk
is stuck. A step from c to v changes d_u only for the free neighbours u of c, by one, so

    Phi(after) / Phi(before) = [product over free u in N(c) of phi(d_u - 1) / phi(d_u)] / phi(d_v - 1).

Squares are proposed in proportion to this ratio and the particle's weight is multiplied by the sum of the ratios;
the population is resampled (systematically) when its effective size falls below half. The product of the mean
weights, times Phi of the start, is an unbiased estimate of the number of tours, whatever phi is.
Sources: P. Del Moral, A. Doucet, A. Jasra, "Sequential Monte Carlo samplers", 2006; the potential is this project's.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.boards.move_graph import MoveGraph
from engine.jit import kernel
from engine.sampling.tallies import closing_pairs
from engine.specification.fields import Tours
from engine.streams.word_block import WordBlock

DEFAULT_POTENTIAL = (-20.0, -2.5, -0.8, -0.3)
"""ln phi(0..3); beyond, ln phi(d) = ln phi(3) / 2**(d - 3)."""
RESAMPLE_BELOW = 0.5
WORD = 2.0**-32


class Population(NamedTuple):
    """A population of partial tours of equal length.

    start, here: int32 (k,). free: uint64 (k, words), the unvisited squares. weight: float64 (k,), 0 for the dead.
    """

    start: NDArray[np.int32]
    here: NDArray[np.int32]
    free: NDArray[np.uint64]
    weight: NDArray[np.float64]


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
    graph: MoveGraph, starts: NDArray[np.int32], size: int, shape: Potential, *, closed: bool
) -> Population:
    """Return `size` particles, the starts in equal shares; each weighs Phi of its start times the number of starts."""
    words = -(-graph.size // 64)
    everything = np.zeros(words * 64, dtype=np.uint8)
    everything[: graph.size] = 1
    free = np.packbits(everything, bitorder="little").view(np.uint64)
    chosen = starts[np.arange(size) * len(starts) // size].astype(np.int32)
    weights = {int(start): _weight_of_start(graph, int(start), shape, closed=closed) for start in starts}
    population = Population(
        start=chosen,
        here=chosen.copy(),
        free=np.tile(free, (size, 1)),
        weight=np.array([weights[int(start)] for start in chosen]) * len(starts),
    )
    population.free[np.arange(size), chosen // 64] &= ~(np.uint64(1) << (chosen % 64).astype(np.uint64))
    return population


def run(
    graph: MoveGraph,
    starts: NDArray[np.int32],
    size: int,
    shape: Potential,
    block: WordBlock,
    *,
    tours: Tours,
) -> tuple[float, NDArray[np.float64]]:
    """Run one population to its end; return the estimate of the number of directed tours and its parts by start.

    starts: int32 square numbers; the parts, float64 (len(starts),), add up to the estimate. tours: "any", those that
    close, or ("open") those that do not. Cost: size * graph.size steps; memory 40 bytes a particle and 64 squares.
    """
    closed = tours == "closed"
    masks = wide_masks(graph)
    population = first_population(graph, starts, size, shape, closed=closed)
    for visited in range(1, graph.size):
        last = visited == graph.size - 1
        _step(masks, graph.neighbours, shape, population, _words(block, size), closed, last)
        population = resampled(population, _words(block, 1)[0] * WORD)
    weights = population.weight / size
    if tours == "open":
        weights[closing_pairs(graph)[population.start, population.here]] = 0.0
    parts = np.array([weights[population.start == start].sum() for start in starts])
    return float(parts.sum()), parts


def resampled(population: Population, uniform: float) -> Population:
    """Return the population, systematically resampled to equal weights if its effective size is below half."""
    total = population.weight.sum()
    count = len(population.weight)
    if total == 0.0 or total**2 >= RESAMPLE_BELOW * count * (population.weight**2).sum():
        return population
    cumulative = np.cumsum(population.weight)
    places = (np.arange(count) + uniform) * (cumulative[-1] / count)
    kept = np.minimum(np.searchsorted(cumulative, places, side="right"), count - 1)
    return Population(
        population.start[kept], population.here[kept], population.free[kept], np.full(count, cumulative[-1] / count)
    )


def _words(block: WordBlock, count: int) -> NDArray[np.uint32]:
    while len(block.words) - block.cursor < count:
        block.refill()
    taken = block.words[block.cursor : block.cursor + count]
    block.cursor += count
    return taken


def _weight_of_start(graph: MoveGraph, start: int, shape: Potential, *, closed: bool) -> float:
    """Return Phi of the one-square tour."""
    degrees = graph.degrees.copy()
    if closed:
        degrees[graph.neighbours[start][graph.neighbours[start] >= 0]] += 1
    degrees = np.delete(degrees, start)
    return float(np.prod(shape.phi[degrees]))


@kernel
def _count(mask: NDArray[np.uint64], free: NDArray[np.uint64]) -> int:
    """Return the number of bits that two rows of words share."""
    total = 0
    for word in range(len(mask)):
        bits = mask[word] & free[word]
        bits -= (bits >> np.uint64(1)) & np.uint64(0x5555555555555555)
        bits = (bits & np.uint64(0x3333333333333333)) + ((bits >> np.uint64(2)) & np.uint64(0x3333333333333333))
        bits = (bits + (bits >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
        total += int((bits * np.uint64(0x0101010101010101)) >> np.uint64(56))
    return total


@kernel
def _has(row: NDArray[np.uint64], square: int) -> bool:
    """Return whether a row of words has the bit of a square."""
    return bool((row[square >> 6] >> np.uint64(square & 63)) & np.uint64(1))


@kernel
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
