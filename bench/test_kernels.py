"""Kernels: searches, sweeps, walks, generators, constructions, distances and the checker of tours."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import pytest

from bench.conftest import Measure
from bench.database import BOARD, base_tours
from engine.boards.labels import parse_board
from engine.boards.move_graph import MoveGraph, direction_table, move_graph
from engine.boards.symmetry import symmetries
from engine.construction.heuristics.squirrel_cull import squirrel_cull
from engine.kinds.construct.runner import construct
from engine.kinds.construct.specification import ConstructProblem
from engine.kinds.distance.runner import DistanceRunner
from engine.kinds.distance.specification import DistanceProblem
from engine.kinds.parse import parse_problem
from engine.kinds.running.shard_runner import Shard
from engine.sampling.tallies import WALKERS, empty_tallies, walk_board
from engine.sampling.walks import Walker
from engine.search.counters import CLOSED_ONLY, NODES, TOURS
from engine.search.frontier.order import symmetries_of, well_ordered
from engine.search.frontier.sweep import Sweep
from engine.search.inclusion_exclusion import count_by_end
from engine.search.pruned_search import PrunedSearch
from engine.search.tree_search import TreeSearch
from engine.streams.registry import open_stream
from engine.streams.word_block import WordBlock
from engine.tours.canonical_kernel import classify_stream
from engine.tours.pack import TourPacker
from engine.tours.verify import valid
from engine.tours.verify_kernel import first_flat_fault
from tests.in_memory import sample

KNIGHT = (1, 2)
WALKS = 100_000
WORDS = 1 << 20


def graph(label: str) -> MoveGraph:
    """Return the knight's move graph of a board."""
    return move_graph(parse_board(label), KNIGHT)


def test_plain_search(measure: Measure) -> None:
    """Squares entered by the depth-first search of 8x8."""
    squares = 50_000_000
    measure(lambda search: search.advance(squares), squares, lambda: TreeSearch(graph("8x8"), [0]))


def test_warnsdorff_tree(measure: Measure) -> None:
    """Squares entered in the whole tree of Warnsdorff's rule with its ties from a corner of 8x8."""
    whole = TreeSearch(graph("8x8"), [0], tied=True)
    whole.advance(10**12)
    squares = int(whole.counters[NODES])
    measure(lambda search: search.advance(10**12), squares, lambda: TreeSearch(graph("8x8"), [0], tied=True))


@pytest.mark.parametrize(("label", "cycles", "squares"), [("5x8", 44_202, 4_354_882), ("6x7", 1_067_638, 87_136_126)])
def test_pruned_search(measure: Measure, label: str, cycles: int, squares: int) -> None:
    """Squares entered by the search for closed tours, which the literature has counted (OEIS A175855)."""

    def begin() -> PrunedSearch:
        return PrunedSearch(graph(label), [0], prunings=["exits", "forced"], tour_filter=CLOSED_ONLY)

    def finish(search: PrunedSearch) -> int:
        search.advance(10**12)
        return int(search.counters[TOURS])

    assert measure(finish, squares, begin) == 2 * cycles


@pytest.mark.parametrize(("label", "cycles", "states"), [("6x7", 1_067_638, 50_467), ("6x8", 55_488_142, 2_559_257)])
def test_sweep(measure: Measure, label: str, cycles: int, states: int) -> None:
    """States of the frontier sweep for closed tours, the search for an order included (OEIS A175855)."""

    def count() -> int:
        ordered = well_ordered(graph(label), ())
        sweep = Sweep(ordered, symmetries_of(graph(label)))
        while not sweep.is_finished:
            sweep.advance(1 << 13)
        return int(sweep.count)

    assert measure(count, states) == cycles


def test_inclusion_exclusion(measure: Measure) -> None:
    """Sets of squares of the torus 4x5."""
    neighbours, sets = graph("torus:4x5").neighbours, 1 << 17
    measure(lambda: count_by_end(neighbours, 0, 0, sets, np.zeros(20, np.uint64)), sets)


@pytest.mark.parametrize("board", ["8x8", "100x100"])
@pytest.mark.parametrize("method", WALKERS)
def test_walks(measure: Measure, method: str, board: str) -> None:
    """Random walks from all squares in turn."""
    number = WALKS if board == "8x8" else WALKS // 100
    moves, flat = graph(board), parse_board(board)
    starts = np.arange(moves.size, dtype=np.int32)
    view = walk_board(moves, direction_table(flat, KNIGHT), starts)

    def begin() -> Walker:
        return Walker(view, WALKERS[method], WordBlock(open_stream("pcg64dxsm", 1, 0, 2)), empty_tallies(view))

    measure(lambda walker: walker.walk(number, np.empty((0, 0), dtype=np.int32)), number, begin)


@pytest.mark.parametrize("fields", [{"board": "8x8"}, {"board": "8x8", "tours": "closed", "starts": [[1, 1]]}], ids=str)
def test_populations(measure: Measure, fields: dict[str, Any]) -> None:
    """Walks of sequential Monte Carlo, as the default job of sampling makes them."""
    walks = 32_768
    measure(lambda: sample(**fields, budget={"walks": walks}), walks)


@pytest.mark.parametrize("generator", ["pcg64dxsm", "philox", "sfc64", "maple", "randu", "mitchell-moore"])
def test_generator(measure: Measure, generator: str) -> None:
    """Words of 32 bits."""
    measure(lambda stream: stream.words(WORDS), WORDS, lambda: open_stream(generator, 1))


def test_squirrel_cull(measure: Measure) -> None:
    """Squares of a tour of 1000x1000 by the table, checked."""
    tour = measure(lambda: squirrel_cull(1000, 1000), 1_000_000)
    assert first_flat_fault(1000, 1000, tour) is None


@pytest.mark.parametrize("tours", ["closed", "open"])
def test_construction(measure: Measure, tours: str) -> None:
    """Squares of a tour of 1000x1000 of blocks, checked."""
    problem = cast("ConstructProblem", parse_problem({"kind": "construct", "board": "1000x1000", "tours": tours}))
    answer, _ = measure(lambda: construct(problem), 1_000_000)
    assert answer["outcome"] == "complete"


@pytest.mark.parametrize(
    "fields",
    [{"board": "1000x1000", "from": [1, 1]}, {"board": "64x64", "from": [1, 1]}, {"board": "5^5", "from": [1] * 5}],
    ids=lambda fields: fields["board"],
)
def test_distances(measure: Measure, fields: dict[str, Any]) -> None:
    """Squares of a board whose distances are found, its move graph included."""

    def find() -> int:
        problem = cast("DistanceProblem", parse_problem({"kind": "distance", **fields}))
        runner = DistanceRunner(Shard(problem, {}))
        while not runner.is_finished:
            runner.step(200_000)
        return problem.board.size

    measure(find, parse_board(fields["board"]).size)


@pytest.mark.parametrize("work", ["check", "pack", "classify"])
def test_tours(measure: Measure, work: str) -> None:
    """Tours of 8x8 that are checked, packed or classified."""
    batch, number = base_tours(0), 10_000
    packer = TourPacker(BOARD, KNIGHT)
    tours = np.resize(packer.unpack(batch.paths), (number, BOARD.size)).astype(np.int32)
    group, closed = symmetries(BOARD), np.zeros(number, dtype=bool)
    jobs = {
        "check": lambda: valid(BOARD, KNIGHT, tours),
        "pack": lambda: packer.pack(tours),
        "classify": lambda: classify_stream(tours, closed, group),
    }
    measure(jobs[work], number)
