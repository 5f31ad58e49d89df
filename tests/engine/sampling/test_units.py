"""Weights whose squares are beyond floats: estimates and errors against exact integers."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

from engine.arrays import Arrays
from engine.boards.move_graph import direction_table
from engine.kinds.parse import parse_problem
from engine.kinds.running.shard_runner import Shard
from engine.kinds.sample.estimates.walks import BEYOND_FLOATS, walk_result
from engine.kinds.sample.runner import WalkRunner
from engine.sampling.units import unit_of
from engine.streams.registry import open_stream
from tests.in_memory import sample
from tests.reference.walks import slow_walk

FAR = 2.0**700
OF_THE_TREE = ("nodes", "leaves", "dead_ends")
"""Quantities that are not estimated by the weights of whole walks."""

WALKS = 24
LARGE = {"board": "42x42", "starts": [[1, 1]], "rng": {"seed": 1, "streams": 1}, "budget": {"walks": WALKS}}
SMALL = parse_problem({"kind": "sample", "board": "6x6", "method": "warnsdorff"})


def exact_weights(problem: Any) -> list[int]:
    """Return the weight of each walk as an integer, 0 for one that got stuck."""
    slots = direction_table(problem.board, problem.piece).tolist()
    words = iter(open_stream("pcg64dxsm", 1, 0, 1).words(1 << 18).tolist())
    weights = []
    for _ in range(WALKS):
        walk = slow_walk("warnsdorff", problem.graph.lists, slots, 0, words)
        ties = [round(after / before) for before, after in pairwise(walk.weights)]
        weights.append(math.prod(ties) if len(walk.squares) == problem.board.size else 0)
    return weights


def tallies(stream: int) -> Arrays:
    """Return the tallies of 4000 walks on 6x6."""
    runner = WalkRunner(Shard(SMALL, {"stream": stream, "units": 4000}, None))
    while not runner.is_finished:
        runner.step(4000)
    return runner.statistics()


def scaled(part: Arrays) -> Arrays:
    """Return tallies of the same walks with weights FAR times as large."""
    largest = np.asarray(part["largest"]) * FAR
    units = np.array([unit_of(weight) for weight in largest])
    larger = {name: np.asarray(part[name]) * FAR for name in ("weights", "closed_weights")}
    return {**part, **larger, "largest": largest, "squares": np.asarray(part["squares"]) * (FAR / units) ** 2}


def test_the_figures_of_42x42_are_those_of_exact_integers() -> None:
    """Estimates and errors are those of exact integers where squares of weights, but not weights, are beyond floats."""
    whole = sample(method="warnsdorff", **LARGE)[0].estimates[0]
    weights = exact_weights(parse_problem({"kind": "sample", "method": "warnsdorff", **LARGE}))
    total, squares = Fraction(sum(weights)), Fraction(sum(weight**2 for weight in weights))
    naive = math.isqrt(int((squares / WALKS - (total / WALKS) ** 2) / WALKS))

    assert squares > 10**308
    assert math.isclose(whole.value, total / WALKS, rel_tol=1e-12)
    assert math.isclose(whole.naive_error or 0, naive, rel_tol=1e-9)
    assert math.isclose(whole.effective_samples or 0, total**2 / squares, rel_tol=1e-9)
    assert math.isclose(whole.largest_share or 0, max(weights) / total, rel_tol=1e-12)


def test_the_size_of_weights_changes_nothing_else() -> None:
    """Weights 2**700 times as large give estimates and errors as much larger, equal shares and equal warnings."""
    near = [tallies(stream) for stream in (0, 1)]
    before, after = (walk_result(SMALL, parts).estimates for parts in (near, [scaled(part) for part in near]))

    for one, other in zip(before, after, strict=True):
        sizes = {"value", "standard_error", "naive_error"}
        if one.quantity.endswith(OF_THE_TREE):
            continue
        for name in sizes & one.model_dump(exclude_none=True).keys():
            assert getattr(other, name) == getattr(one, name) * FAR
        assert other.model_dump(exclude={*sizes, "interval_95"}) == one.model_dump(exclude={*sizes, "interval_95"})


def test_weights_beyond_floats_give_no_estimate_and_say_so() -> None:
    """Weights beyond floats give no estimate and an explanation; the counts stay."""
    part = tallies(1)
    result = walk_result(SMALL, [{**part, "weights": np.asarray(part["weights"]) + np.inf}])

    assert (result.estimates, result.explanation) == ([], BEYOND_FLOATS)
    assert result.counts[0].value == "4000"
