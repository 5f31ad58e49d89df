"""Makes the trials of one test on one stream."""

from __future__ import annotations

import numpy as np

from engine.arrays import Arrays
from engine.generator_tests.battery import SPECTRAL, find_test
from engine.generator_tests.law import Reals
from engine.generator_tests.spectral import DIMENSIONS, spectral_figure
from engine.kinds.generator_test.planner import TrialsTarget
from engine.kinds.generator_test.specification import GeneratorTestSpecification
from engine.kinds.running.shard_runner import NoTours, Shard, ShardRunner
from engine.specification.problem import ParsedSpecification
from engine.streams.catalogue import generator_facts
from engine.streams.facts import LinearCongruence
from engine.streams.registry import open_stream, resume_stream
from engine.streams.stream import Stream


class TrialRunner(NoTours):
    """A repeated test; the unit of work is one trial. State: the stream and the statistics of the trials made."""

    def __init__(self, shard: Shard[ParsedSpecification[GeneratorTestSpecification]]) -> None:
        specification, target, checkpoint = shard.problem.spec, TrialsTarget.of(shard), shard.checkpoint
        self.test = find_test(target.test, specification.sizes)
        self.trials = target.trials
        self.low_bits = specification.low_bits
        self.stream: Stream
        self.made: list[tuple[float, ...]] = []
        if checkpoint is None:
            streams = min(specification.streams, specification.trials)
            self.stream = open_stream(specification.generator, specification.seed, target.stream, streams)
        else:
            self.stream = resume_stream(checkpoint)
            self.made = [tuple(row) for row in np.asarray(checkpoint["trials"]).tolist()]

    def draw(self, size: int) -> Reals:
        """Take reals from the stream: whole draws, or the lowest bits of several draws strung together."""
        if self.low_bits is None:
            return self.stream.reals(size)
        return reals_of_low_bits(self.stream, size, self.low_bits)

    def step(self, work: int) -> int:
        """Make at most `work` trials."""
        trials = min(work, self.trials - len(self.made))
        self.made += [self.test.trial(self.draw) for _ in range(trials)]
        return trials

    @property
    def is_finished(self) -> bool:
        """Whether all trials are made."""
        return len(self.made) == self.trials

    @property
    def progress(self) -> float:
        """Share of the trials made."""
        return len(self.made) / self.trials

    def checkpoint(self) -> Arrays:
        """Return the stream and the trials."""
        return {**self.stream.checkpoint(), **self.statistics()}

    def statistics(self) -> Arrays:
        """Return float64 (trials, statistics per trial), in stream order."""
        return {"trials": np.array(self.made, dtype=np.float64).reshape(-1, len(self.test.laws))}


class SpectralRunner(NoTours):
    """The spectral test; the unit of work is one dimension. State: the shortest vectors found."""

    def __init__(self, congruence: LinearCongruence, checkpoint: Arrays | None) -> None:
        self.congruence = congruence
        found = np.empty((0, max(DIMENSIONS))) if checkpoint is None else checkpoint["waves"]
        self.waves = np.array(found, dtype=np.int64)

    def step(self, work: int) -> int:
        """Find the shortest vectors of at most `work` further dimensions."""
        dimensions = DIMENSIONS[len(self.waves) :][:work]
        for dimension in dimensions:
            wave = spectral_figure(self.congruence, dimension).wave
            self.waves = np.vstack([self.waves, np.pad(wave, (0, max(DIMENSIONS) - dimension))])
        return len(dimensions)

    @property
    def is_finished(self) -> bool:
        """Whether all dimensions are done."""
        return len(self.waves) == len(DIMENSIONS)

    @property
    def progress(self) -> float:
        """Share of the dimensions done."""
        return len(self.waves) / len(DIMENSIONS)

    def checkpoint(self) -> Arrays:
        """Return the vectors found."""
        return self.statistics()

    def statistics(self) -> Arrays:
        """Return int64 (dimensions done, 8): row i is the shortest vector in dimension i + 2, then zeros."""
        return {"waves": self.waves}


def open_generator_test(shard: Shard[ParsedSpecification[GeneratorTestSpecification]]) -> ShardRunner:
    """Open a shard of the kind "test-generator"."""
    if TrialsTarget.of(shard).test == SPECTRAL:
        congruence = generator_facts(shard.problem.spec.generator).congruence
        if congruence is None:
            raise ValueError(f"{shard.problem.spec.generator} is not a linear congruential generator")
        return SpectralRunner(congruence, shard.checkpoint)
    return TrialRunner(shard)


def reals_of_low_bits(stream: Stream, size: int, bits: int) -> Reals:
    """Make each real of 32 bits: the lowest `bits` (a divisor of 32) of 32 / bits draws, the first draw on top."""
    draws_each = 32 // bits
    low = (stream.raw(size * draws_each) & np.uint64(2**bits - 1)).reshape(size, draws_each)
    places = np.arange(32 - bits, -1, -bits, dtype=np.uint64)
    return np.asarray((low << places).sum(axis=1) / 2.0**32, dtype=np.float64)
