"""The pilot run finds a better potential where there is one, keeps the usual one otherwise, and shows what it did."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from engine.kinds.common.kind import ShardRecord
from engine.kinds.parse import parse_specification
from engine.kinds.sample.smc.potentials import (
    OPEN_POTENTIAL,
    PILOT_RUNS,
    pilot_runs,
    plan_pilot,
    usual_potential,
)
from tests.in_memory import sample

SPEC = parse_specification(
    {"kind": "sample", "board": "6x6", "potential": "auto", "rng": {"seed": 1, "streams": 3}, "particles": 200}
)


def shards(target: dict[str, Any], estimates: np.ndarray) -> list[ShardRecord]:
    """Return records of three streams that share out the estimates (potentials, PILOT_RUNS)."""
    logarithms = np.log(estimates, where=estimates > 0, out=np.full(estimates.shape, -np.inf))
    ends = np.cumsum([0] + [pilot_runs(SPEC, stream) for stream in range(3)])
    return [
        ShardRecord(
            stream,
            {**target, "stream": stream},
            True,
            statistics={"pilot": logarithms[:, ends[stream] : ends[stream + 1]].ravel()},
        )
        for stream in range(3)
    ]


def spread(width: float, mean: float = 100.0) -> np.ndarray:
    """Return PILOT_RUNS lognormal estimates of this mean."""
    normal = np.random.default_rng(1).standard_normal(PILOT_RUNS)
    return mean * np.exp(width * (normal - normal.mean()) - width**2 / 2)


def test_the_first_stage_scales_the_usual_potential() -> None:
    """The first stage begins with the usual potential and keeps the logarithm of ruin, -20."""
    stage = plan_pilot(SPEC, ()).pilot[0]

    assert stage[0] == usual_potential("any") == OPEN_POTENTIAL
    assert len(stage) == 5
    assert {logarithms[0] for logarithms in stage} == {-20.0}


@pytest.mark.parametrize(
    ("widths", "low", "chosen"),
    [
        ([0.9, 0.4, 0.9, 0.9, 0.9], None, 1),
        ([0.9, 0.85, 0.9, 0.9, 0.9], None, 0),
        ([0.9, 0.01, 0.9, 0.9, 0.9], 1, 0),
    ],
)
def test_a_potential_has_to_be_far_better(widths: list[float], low: int | None, chosen: int) -> None:
    """Only a spread far below that of the usual potential wins, and not where the estimates miss rare tours."""
    estimates = np.array([spread(width, 40.0 if index == low else 100.0) for index, width in enumerate(widths)])
    first = plan_pilot(SPEC, ())
    second = plan_pilot(SPEC, shards(dict(first), estimates))
    again = np.concatenate([estimates, np.array([spread(1.5)] * len(second.pilot[1]))])
    found = plan_pilot(SPEC, shards(dict(second), again))

    assert len(second.pilot[1]) == 6
    assert found.potential == first.pilot[0][chosen]


def test_where_no_population_finds_a_tour_the_usual_one_stays() -> None:
    """Estimates that are all 0 leave the usual potential."""
    stages = plan_pilot(SPEC, shards(dict(plan_pilot(SPEC, ())), np.zeros((5, PILOT_RUNS))))
    found = plan_pilot(SPEC, shards(dict(stages), np.zeros((11, PILOT_RUNS))))

    assert found.potential == OPEN_POTENTIAL


def test_the_result_shows_the_pilot() -> None:
    """The result lists each potential tried with its score, and the one chosen; the same seed makes the same choice."""
    fields = {"board": "5x5", "potential": "auto", "particles": 100, "budget": {"walks": 2000}}
    result, _ = sample(**fields)

    assert len(result.extra["pilot"]) == 11
    assert all(row["spread"] > 0 and math.isfinite(row["mean_logarithm"]) for row in result.extra["pilot"])
    assert list(result.extra["potential"]) in [row["potential"] for row in result.extra["pilot"]]
    assert result.estimates[0].samples >= 2000
    assert sample(**fields)[0] == result
