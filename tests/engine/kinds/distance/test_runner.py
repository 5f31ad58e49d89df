"""A distance shard may be cut anywhere without changing its results."""

from __future__ import annotations

import numpy as np
import pytest

from engine.kinds.distance.runner import MAX_DIAMETER_SQUARES, DistanceRunner
from engine.kinds.parse import parse_problem
from engine.kinds.running.shard_runner import Shard

SPECS = [
    {"board": "6x7", "from": [1, 1]},
    {"board": "heart", "from": [9, 5], "to": [2, 2], "via": [[4, 1], [5, 5]]},
    {"board": "3x3", "from": [1, 1], "via": [[2, 2]]},
    {"board": "4x4", "from": [1, 1], "to": [2, 3], "via": [[4, 1], [4, 4]], "walk": "once"},
]


@pytest.mark.parametrize("spec", SPECS)
def test_every_cut_gives_the_same(spec: dict[str, object]) -> None:
    """Steps of 5 squares with a checkpoint after each give, bit by bit, the statistics of one long step."""
    typed = parse_problem({"kind": "distance", **spec})
    whole, cut = DistanceRunner(Shard(typed, {})), DistanceRunner(Shard(typed, {}))
    whole.step(10**9)
    progress = [cut.progress]
    while not cut.is_finished:
        assert cut.step(5) > 0
        cut = DistanceRunner(Shard(typed, {}, cut.checkpoint()))
        progress.append(cut.progress)
    assert whole.is_finished
    assert progress[0] < progress[-1] == 1.0
    assert all(0 <= share <= 1 for share in progress)
    assert whole.statistics().keys() == cut.statistics().keys()
    for name, array in whole.statistics().items():
        assert np.array_equal(array, cut.statistics()[name]), name
    assert not len(whole.take_tours())


def test_a_finished_shard_can_be_opened_again() -> None:
    """Nothing is left to do, and asking for more does nothing."""
    typed = parse_problem({"kind": "distance", "board": "5x5", "from": [1, 1]})
    runner = DistanceRunner(Shard(typed, {}))
    runner.step(10**9)
    again = DistanceRunner(Shard(typed, {}, runner.checkpoint()))
    assert again.is_finished
    assert again.step(100) == 0


def test_large_boards_skip_the_diameter() -> None:
    """All pairs of a large board would take for ever: the diameter is left out, the rest is there."""
    side = int(MAX_DIAMETER_SQUARES**0.5) + 1
    typed = parse_problem({"kind": "distance", "board": f"{side}x{side}", "from": [1, 1], "to": [side, side]})
    runner = DistanceRunner(Shard(typed, {}))
    runner.step(10**9)
    assert "diameter" not in runner.statistics()
    assert runner.statistics()["histogram"].sum() == side * side
