"""The potential of sequential Monte Carlo: the default, and the pilot run that looks for a better one. No numba.

The pilot tries potentials in two stages, each by PILOT_RUNS small populations shared out among the streams: first the
usual one with all logarithms scaled, then the best so far with one logarithm changed at a time. Its populations count
for nothing else, so the estimate stays unbiased; it depends on the seed and the number of streams alone.

The score of a potential is the mean logarithm of its estimates. All potentials have the same mean estimate, so a wider
spread shows as a lower mean logarithm (of a lognormal law: by half the variance). That is far less noisy than the
variance itself, which rare large estimates decide, and it sees the failure to find what is rare.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.boards.existence.verdict import Tours
from engine.kinds.common.kind import ShardRecord
from engine.kinds.sample.rounds import share
from engine.kinds.sample.specification import SampleSpecification
from engine.kinds.sample.targets import Logarithms, Pilot, StreamTarget

OPEN_POTENTIAL: Logarithms = (-20.0, -3.0, -0.9, -0.35)
"""ln phi(0..3); beyond, ln phi(d) = ln phi(3) / 2**(d - 3)."""

CLOSED_POTENTIAL: Logarithms = (-20.0, -20.0, -0.8, -0.3)
"""A square of a closed tour needs two exits; one is as good as none."""

PILOT_RUNS = 64
PILOT_PARTICLES = 1024
SCALES = (0.6, 0.8, 1.25, 1.6)
CHANGES = (0.8, 1.25)
STAGES = 2
BETTER = 1.5
"""A potential replaces the usual one if its score is higher by this many standard errors: chance alone moves scores."""


def usual_potential(tours: Tours) -> Logarithms:
    """Return the default potential."""
    return CLOSED_POTENTIAL if tours == "closed" else OPEN_POTENTIAL


def pilot_particles(spec: SampleSpecification, starts: int) -> int:
    """Return the size of a pilot's population: at least one particle a start."""
    return min(spec.particles, max(PILOT_PARTICLES, starts))


def pilot_runs(spec: SampleSpecification, stream: int) -> int:
    """Return how many populations of each potential a stream tries."""
    return share(PILOT_RUNS, stream, spec.rng.streams)


def plan_pilot(spec: SampleSpecification, shards: Sequence[ShardRecord]) -> Pilot:
    """Return what to add to the targets of the next round: a further stage of the pilot, or the potential found.

    shards: those of the stages before, none for the first.
    """
    stages = StreamTarget.of(shards[0]).pilot if shards else ()
    best = _best(spec, [logarithms for stage in stages for logarithms in stage], shards)
    if len(stages) == STAGES:
        return Pilot(pilot=stages, potential=best)
    return Pilot(pilot=(*stages, tuple(_scale(best) if not stages else _perturb(best))))


def potentials_tried(pilot: Pilot) -> list[Logarithms]:
    """Return the potentials of all stages of a pilot so far, in the order in which they are tried."""
    return [logarithms for stage in pilot.pilot for logarithms in stage]


def pilot_table(spec: SampleSpecification, shards: Sequence[ShardRecord]) -> dict[str, object]:
    """Return, for display, the mean and spread of the logarithms by potential, and the potential chosen."""
    target = StreamTarget.of(shards[0])
    if target.potential is None:
        return {}
    logs = _logarithms(spec, shards)
    rows = [
        {"potential": list(logarithms), "mean_logarithm": float(found.mean()), "spread": float(found.std(ddof=1))}
        for logarithms, found in zip(potentials_tried(target), logs, strict=True)
    ]
    return {"potential": list(target.potential), "pilot": rows}


def _scale(logarithms: Logarithms) -> list[Logarithms]:
    """Return the potential, then weaker and stronger ones; logarithms that mean ruin stay unchanged."""
    scaled = [tuple(part if part <= -20.0 else part * scale for part in logarithms) for scale in SCALES]
    return [logarithms, *scaled]


def _perturb(logarithms: Logarithms) -> list[Logarithms]:
    """Return the potentials with one logarithm changed."""
    return [
        (*logarithms[:index], part * change, *logarithms[index + 1 :])
        for index, part in enumerate(logarithms)
        for change in CHANGES
        if part > -20.0
    ]


def _best(spec: SampleSpecification, tried: Sequence[Logarithms], shards: Sequence[ShardRecord]) -> Logarithms:
    """Return the potential with the highest score if that is far above the first one's, else the first."""
    if not tried:
        return usual_potential(spec.tours)
    logs = _logarithms(spec, shards)
    scores, errors = logs.mean(axis=1), logs.std(axis=1, ddof=1) / math.sqrt(PILOT_RUNS)
    best = int(np.argmax(scores))
    far = scores[best] - scores[0] > BETTER * math.hypot(errors[best], errors[0])
    return tried[best if far else 0]


def _logarithms(spec: SampleSpecification, shards: Sequence[ShardRecord]) -> NDArray[np.float64]:
    """Return float64 (potentials, PILOT_RUNS), logarithms of the estimates; for 0, the least of the others."""
    tried = len(potentials_tried(StreamTarget.of(shards[0])))
    found = np.concatenate([_of_stream(spec, tried, shard) for shard in shards], axis=1)
    known = np.isfinite(found)
    return np.where(known, found, found[known].min() if known.any() else 0.0)


def _of_stream(spec: SampleSpecification, tried: int, shard: ShardRecord) -> NDArray[np.float64]:
    """Return the logarithms (potentials, runs) of one stream's estimates, minus infinity for 0."""
    found = np.asarray(shard.statistics["pilot"], dtype=np.float64)
    return found.reshape(tried, pilot_runs(spec, StreamTarget.of(shard).stream))
