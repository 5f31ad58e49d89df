"""Steps of a strip's sweep as sparse matrices of zeros and ones, and the kernels that multiply by them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.jit import kernel
from engine.search.frontier.transition import ROOM, expand, workspace

Int64s = NDArray[np.int64]
Int32s = NDArray[np.int32]
Floats = NDArray[np.float64]

BATCH = 1 << 18


class Step(NamedTuple):
    """How states follow from those before one square: state t from sources[ends[t - 1]:ends[t]].

    A source that leads to a state in two ways is listed twice.
    """

    ends: Int64s
    sources: Int32s


def pack_steps(steps: Sequence[Step], name: str) -> dict[str, NDArray[np.generic]]:
    """Return steps as arrays of a checkpoint, whose names begin with `name`."""
    sizes = [(len(step.ends), len(step.sources)) for step in steps]
    return {
        f"{name}_sizes": np.array(sizes, np.int64).reshape(-1, 2),
        f"{name}_ends": np.concatenate([np.empty(0, np.int64), *(step.ends for step in steps)]),
        f"{name}_sources": np.concatenate([np.empty(0, np.int32), *(step.sources for step in steps)]),
    }


def unpack_steps(saved: Arrays, name: str) -> list[Step]:
    """Return the steps of a checkpoint."""
    sizes = saved[f"{name}_sizes"].astype(np.int64)
    if not len(sizes):
        return []
    ends = np.split(saved[f"{name}_ends"].astype(np.int64), np.cumsum(sizes[:, 0])[:-1])
    sources = np.split(saved[f"{name}_sources"].astype(np.int32), np.cumsum(sizes[:, 1])[:-1])
    return [Step(*parts) for parts in zip(ends, sources, strict=True)]


def take_step(keys: Int64s, table: Int64s) -> tuple[Int64s, Step]:
    """Return the states after a square, ascending, and how they follow from those before it.

    keys: int64, of the states before. table: of the step, as `engine.search.frontier.steps` makes them.
    """
    found, origins, work, done = [], [], workspace(), 0
    batch = np.empty(BATCH, dtype=np.int64), np.empty(BATCH, dtype=np.int64)
    assert BATCH >= ROOM
    while done < len(keys):
        done, written = expand(keys, done, table, work, *batch)
        found.append(batch[0][:written].copy())
        origins.append(batch[1][:written].astype(np.int32))
    reached = np.concatenate([np.empty(0, dtype=np.int64), *found])
    sources = np.concatenate([np.empty(0, dtype=np.int32), *origins])
    order = np.argsort(reached, kind="stable")
    reached = reached[order]
    last = np.flatnonzero(np.append(reached[1:] != reached[:-1], True)) if len(reached) else np.empty(0, np.int64)
    return reached[last], Step(last + 1, sources[order])


def forwards(step: Step, values: Int64s, moduli: Int64s) -> Int64s:
    """Return int64 (states after, primes): for each state after the step the sum over its sources."""
    sums = np.zeros((len(step.ends), values.shape[1]), dtype=np.int64)
    _gather(step.ends, step.sources, values, moduli, sums)
    return sums


def backwards(step: Step, values: Int64s, moduli: Int64s, states: int) -> Int64s:
    """Return int64 (states, primes): for each state before the step the sum over those that it leads to."""
    sums = np.zeros((states, values.shape[1]), dtype=np.int64)
    _scatter(step.ends, step.sources, values, moduli, sums)
    return sums


def dot(left: Int64s, right: Int64s, moduli: Int64s) -> Int64s:
    """Return int64 (primes,): the products of the columns."""
    sums = np.zeros(len(moduli), dtype=np.int64)
    _multiply(left, right, moduli, sums)
    return sums


@kernel
def _gather(ends: Int64s, sources: Int32s, values: Int64s, moduli: Int64s, sums: Int64s) -> None:
    begin = 0
    for state in range(len(ends)):
        for index in range(begin, ends[state]):
            source = sources[index]
            for prime in range(len(moduli)):
                sums[state, prime] += values[source, prime]
        for prime in range(len(moduli)):
            sums[state, prime] %= moduli[prime]
        begin = ends[state]


@kernel
def _scatter(ends: Int64s, sources: Int32s, values: Int64s, moduli: Int64s, sums: Int64s) -> None:
    begin = 0
    for state in range(len(ends)):
        for index in range(begin, ends[state]):
            for prime in range(len(moduli)):
                sums[sources[index], prime] = (sums[sources[index], prime] + values[state, prime]) % moduli[prime]
        begin = ends[state]


@kernel
def _multiply(left: Int64s, right: Int64s, moduli: Int64s, sums: Int64s) -> None:
    for state in range(len(left)):
        for prime in range(len(moduli)):
            sums[prime] = (sums[prime] + left[state, prime] * right[state, prime]) % moduli[prime]


@kernel
def gather_floats(ends: Int64s, sources: Int32s, values: Floats, sums: Floats) -> None:
    """Write to `sums` for each state after a step the sum of the values of its sources."""
    begin = 0
    for state in range(len(ends)):
        total = 0.0
        for index in range(begin, ends[state]):
            total += values[sources[index]]
        sums[state] = total
        begin = ends[state]
