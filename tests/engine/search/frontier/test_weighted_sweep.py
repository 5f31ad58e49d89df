"""Weighted sweeps against polynomials in Python, and opened again anywhere."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.search.frontier.order import symmetries_of, well_ordered
from engine.search.frontier.transition import ROOM
from engine.search.frontier.weighted_sweep import WeightedSweep, _add_uses, trim
from engine.search.frontier.weights import Weights
from tests.reference.move_sums import all_cycles, moves_of

GRAPH = move_graph(parse_board("6x6"), (1, 2))
CYCLES = list(all_cycles(GRAPH.lists))
MOVES = [(one, other) for one, row in enumerate(GRAPH.lists) for other in row if one < other]


@pytest.mark.parametrize("stride", [1, 2])
@pytest.mark.parametrize("seed", [1, 2])
def test_any_weights(seed: int, stride: int) -> None:
    """With random weights from 0 to 3 the sweep has as many tours of each value as are listed."""
    random = Random(seed)
    of = {move: random.randrange(4) for move in MOVES}
    weights = Weights(of, stride=stride)
    sweep = WeightedSweep(well_ordered(GRAPH), weights)
    sweep.advance(1 << 30)
    found = weights.digits(sweep.words)
    values = [sum(of[move] for move in moves_of(tour)) for tour in CYCLES]
    assert found == [values.count(value) for value in range(max(values) + 1)]


@pytest.mark.parametrize("stride", [1, 2])
def test_uses_of_any_classes(stride: int) -> None:
    """With moves in random classes, some in none, the uses of each class are those of the listed tours."""
    random = Random(stride)
    of = {move: number for move in MOVES if (number := random.randrange(6))}
    weights = Weights(of, uses=True, stride=stride)
    sweep = WeightedSweep(well_ordered(GRAPH), weights)
    sweep.advance(1 << 30)
    used = [of.get(move, 0) for tour in CYCLES for move in moves_of(tour)]
    assert weights.digits(sweep.words) == [len(CYCLES), *(used.count(number) for number in range(1, 6))]


def test_a_carry_goes_on_to_the_next_digit() -> None:
    """Adding counts close to the limit of a word carries into the next digit."""
    top = 2**64 - 1
    counts = np.array([[top, top, 7]], np.uint64)
    out = np.zeros((1, 4), np.uint64)
    classes = np.array([0, 1], np.int64)
    _add_uses(counts, np.zeros(1, np.int64), np.ones(1, np.int64), classes, 1, out)
    number = sum(int(word) << 64 * place for place, word in enumerate(out[0]))
    assert number == top + (top << 64) + (7 << 128) + (top << 64)


def test_symmetries_that_keep_the_weights_fold_the_states() -> None:
    """Folding leaves the figures and meets fewer states; moves over a middle line keep half of the symmetries."""
    board = GRAPH.board
    across = Weights(dict.fromkeys(((one, other) for one, other in MOVES if one < 18 <= other), 1))
    along = Weights(dict.fromkeys((move for move in MOVES if np.ptp(board.coordinates[list(move)], axis=0)[0] == 1), 1))
    centre = Weights(dict.fromkeys((move for move in MOVES if 14 in move or 15 in move or 20 in move or 21 in move), 1))
    symmetries = symmetries_of(GRAPH)
    kept = [[image for image in symmetries if weights.keeps(image)] for weights in (across, along, centre)]
    assert list(map(len, kept)) == [4, 4, 8]
    sweeps = [WeightedSweep(well_ordered(GRAPH), centre, folds) for folds in ((), kept[2])]
    for sweep in sweeps:
        sweep.advance(1 << 30)
    assert sweeps[0].words.tolist() == sweeps[1].words.tolist()
    assert sweeps[0].widths.sum() > sweeps[1].widths.sum()


def test_opened_again_anywhere() -> None:
    """A sweep reopened from checkpoints in the middle of squares ends the same, bit by bit."""
    weights = Weights(dict.fromkeys(MOVES[::3], 1))
    problem = well_ordered(move_graph(parse_board("5x6"), (1, 2)))
    whole = WeightedSweep(problem, weights, batch=ROOM)
    whole.advance(1 << 30)
    cut = WeightedSweep(problem, weights, batch=ROOM)
    while not cut.is_finished:
        cut.advance(1)
        cut = WeightedSweep(problem, weights, checkpoint=cut.checkpoint(), batch=ROOM)
    ends = [sweep.checkpoint() for sweep in (whole, cut)]
    assert {name: array.tolist() for name, array in ends[0].items()} == {
        name: array.tolist() for name, array in ends[1].items()
    }


def test_words_that_are_zero_above_are_left_out() -> None:
    """Words that are zero in all counts are cut off at the top; at least one word stays."""
    counts = np.array([[0, 1, 0, 0], [0, 0, 2, 0]], np.uint64)
    assert trim(counts).tolist() == [[0, 1, 0], [0, 0, 2]]
    assert trim(np.zeros((2, 3), np.uint64)).shape == (2, 1)
    assert trim(np.zeros((0, 3), np.uint64)).shape == (0, 1)
