"""Sequential Monte Carlo agrees with exact counts within its own errors, whatever the potential."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.boards.existence.verdict import Tours
from engine.boards.labels import parse_board
from engine.boards.move_graph import MoveGraph, move_graph
from engine.kinds.sample.smc.potentials import CLOSED_POTENTIAL, OPEN_POTENTIAL
from engine.sampling.sequential_monte_carlo import (
    WIDE,
    Population,
    PopulationRun,
    Potential,
    first_population,
    in_reach,
    potential,
    resample,
    systematic,
)
from engine.streams.registry import open_stream
from engine.streams.word_block import WordBlock

PARTICLES = 2000
RUNS = 40


def run(
    graph: MoveGraph, starts: NDArray[np.int32], size: int, shape: Potential, block: WordBlock, *, tours: Tours
) -> tuple[float, NDArray[np.float64]]:
    """Run one population to its end; return the estimate of the number of directed tours and its parts by start."""
    first = first_population(graph, starts, size, shape, closed=tours == "closed")
    running = PopulationRun(graph, starts, shape, tours, first)
    while not running.is_finished:
        running.advance(block)
    weights = np.ldexp(running.weights(), running.population.exponent[0])
    parts = np.array([weights[running.population.start == start].sum() for start in starts])
    return float(parts.sum()), parts


def estimates(label: str, tours: Tours, logarithms: tuple[float, ...], starts: list[int] | None = None) -> np.ndarray:
    """Return the estimates of independent populations."""
    graph = move_graph(parse_board(label), (1, 2))
    chosen = np.array(range(graph.size) if starts is None else starts, dtype=np.int32)
    shape = potential(logarithms, int(graph.degrees.max()))
    block = WordBlock(open_stream("pcg64dxsm", 5))
    return np.array([run(graph, chosen, PARTICLES, shape, block, tours=tours)[0] for _ in range(RUNS)])


@pytest.mark.parametrize(
    ("label", "tours", "logarithms", "starts", "exact"),
    [
        ("5x5", "any", OPEN_POTENTIAL, None, 1728),
        ("5x5", "any", (-3.0, -1.0), None, 1728),
        ("6x6", "any", OPEN_POTENTIAL, None, 6_637_920),
        ("6x6", "closed", CLOSED_POTENTIAL, [0], 2 * 9_862),
        ("6x6", "open", OPEN_POTENTIAL, None, 6_637_920 - 36 * 2 * 9_862),
        ("3x10", "any", OPEN_POTENTIAL, None, 2 * 3_048),
    ],
)
def test_it_is_unbiased(
    label: str, tours: Tours, logarithms: tuple[float, ...], starts: list[int] | None, exact: int
) -> None:
    """The mean over independent populations lies within four standard errors of the exact number.

    Exact numbers: OEIS A165134, A001230, A169696.
    """
    found = estimates(label, tours, logarithms, starts)

    error = found.std(ddof=1) / math.sqrt(RUNS)
    assert abs(found.mean() - exact) < 4 * error
    assert error < 0.2 * exact


def test_parts_by_start_add_up() -> None:
    """The estimate is the sum of its parts; a start of the wrong colour has none."""
    graph = move_graph(parse_board("5x5"), (1, 2))
    shape = potential(OPEN_POTENTIAL, 8)
    total, parts = run(
        graph, np.arange(25, dtype=np.int32), 5000, shape, WordBlock(open_stream("pcg64dxsm", 1)), tours="any"
    )

    assert total == pytest.approx(parts.sum())
    assert not parts[1::2].any()


def test_resampling_keeps_the_total_weight() -> None:
    """After resampling all weights are equal, add up to what they did, and the dead are gone."""
    weight = np.array([0.0, 8.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0])
    squares = np.arange(8, dtype=np.int32)
    free, paths, exponent = np.zeros((8, 1), dtype=np.uint64), np.zeros((8, 0), dtype=np.uint16), np.array([3])
    before = Population(squares, squares, free, weight, paths, exponent)

    after = resample(before, 0.5)

    assert set(after.here.tolist()) <= {1, 3}
    assert after.weight.sum() == pytest.approx(9.0)
    assert len(set(after.weight.tolist())) == 1


def test_the_potential_rises_to_one() -> None:
    """Phi is given where it was given and halves its distance to 1 beyond."""
    shape = potential((-20.0, -2.5, -0.8, -0.3), 8)

    assert np.log(shape.phi[:6]).tolist() == pytest.approx([-20.0, -2.5, -0.8, -0.3, -0.15, -0.075])
    assert shape.loss[1] == pytest.approx(math.exp(-17.5))


def test_resampling_issystematic() -> None:
    """The particle kept for each place is that of the definition, by bisection in the cumulative weights."""
    chance = np.random.default_rng(1)
    for _ in range(200):
        size = int(chance.integers(1, 40))
        cumulative = np.cumsum(chance.exponential(size=size) * (chance.random(size) < 0.6) + 1e-12)
        uniform = float(chance.random())
        places = (np.arange(size) + uniform) * (cumulative[-1] / size)
        expected = np.minimum(np.searchsorted(cumulative, places, side="right"), size - 1)
        np.testing.assert_array_equal(systematic(cumulative, uniform), expected)


def test_weights_are_brought_near_one() -> None:
    """By a power of two, so that no digit changes; weights within reach and dead populations stay as they are."""
    squares = np.arange(3, dtype=np.int32)
    free, paths = np.zeros((3, 1), dtype=np.uint64), np.zeros((3, 0), dtype=np.uint16)
    for weight, exponent in (([0.0, 3e200, 1.7e200], 660), ([1e-250, 7e-251, 0.0], -830), ([5e50, 1.0, 0.0], 7)):
        before = Population(squares, squares, free, np.array(weight), paths, np.array([7]))
        after = in_reach(before)
        moved = int(after.exponent[0]) - 7
        assert np.ldexp(after.weight, moved).tolist() == weight
        assert 2.0**-WIDE < after.weight.max() < 2.0**WIDE
        assert abs(after.exponent[0] - exponent) < 20
    dead = Population(squares, squares, free, np.zeros(3), paths, np.array([7]))
    assert in_reach(dead) is dead


def test_the_weight_of_a_start_is_right_where_its_potential_is_tiny() -> None:
    """On 64x64 with a strong potential Phi is far below the least float: its logarithm is the sum over all squares."""
    graph = move_graph(parse_board("64x64"), (1, 2))
    shape = potential((-20.0, -20.0, -20.0, -20.0), 8)
    first = first_population(graph, np.array([0], dtype=np.int32), 16, shape, closed=False)
    expected = sum(math.log(shape.phi[degree]) for degree in graph.degrees[1:].tolist())

    assert expected < -2000.0
    found = math.log(first.weight[0]) + first.exponent[0] * math.log(2.0)
    assert found == pytest.approx(expected, rel=1e-12)
