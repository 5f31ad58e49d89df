"""Judging a generator: one shard per test and stream; the trials' statistics are compared with their laws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.generator_tests.battery import SPECTRAL, find_test
from engine.generator_tests.law import Law, histogram, second_level
from engine.generator_tests.spectral import SpectralFigure, figure_of_wave
from engine.kinds.common.kind import OneRound, Plan, ShardPlan, ShardRecord
from engine.kinds.common.target import Target
from engine.kinds.generator_test.specification import GeneratorTestSpecification
from engine.specification.problem import ParsedSpecification
from engine.specification.result import GeneratorTest, Result
from engine.streams.catalogue import generator_facts, split_guarantee


class TrialsTarget(Target):
    """This many trials of a test, on a stream."""

    test: str
    stream: int
    trials: int


class GeneratorTesting(OneRound):
    """The kind "test-generator"."""

    def plan(self, problem: ParsedSpecification[GeneratorTestSpecification]) -> Plan:
        """Share out each test's trials to the streams; the spectral test, which takes no draws, is one shard."""
        spec = problem.spec
        targets: list[TrialsTarget] = []
        for test in spec.tests:
            if test == SPECTRAL:
                targets.append(TrialsTarget(test=SPECTRAL, stream=0, trials=1))
                continue
            streams = min(spec.streams, spec.trials)
            for stream in range(streams):
                trials = spec.trials // streams + (stream < spec.trials % streams)
                targets.append(TrialsTarget(test=test, stream=stream, trials=trials))
        return Plan([ShardPlan(index, _label(target), target.to_json()) for index, target in enumerate(targets)])

    def merge(self, problem: ParsedSpecification[GeneratorTestSpecification], shards: Sequence[ShardRecord]) -> Result:
        """Judge each test by the trials made so far, in the order of the specification."""
        spec = problem.spec
        result = Result(extra={"generator": _describe(spec), "histograms": []})
        for name in spec.tests:
            parts = [shard.statistics for shard in shards if shard.statistics and TrialsTarget.of(shard).test == name]
            if not parts:
                continue
            if name == SPECTRAL:
                figures = [figure_of_wave(_congruence(spec), wave) for wave in _waves(parts[0]["waves"])]
                result.tests += [_spectral_row(figure) for figure in figures]
                continue
            statistics = np.concatenate([np.asarray(part["trials"], dtype=np.float64) for part in parts])
            for column, (part_name, law) in enumerate(find_test(name, spec.sizes).laws):
                if len(statistics):
                    _judge(result, name, part_name, law, statistics[:, column])
        return result


def _label(target: TrialsTarget) -> str:
    return target.test if target.test == SPECTRAL else f"{target.test}, stream {target.stream}"


def _congruence(spec: GeneratorTestSpecification) -> Any:  # noqa: ANN401  never None here: the specification was checked
    return generator_facts(spec.generator).congruence


def _describe(spec: GeneratorTestSpecification) -> dict[str, object]:
    facts = generator_facts(spec.generator)
    return {
        "name": facts.name,
        "title": facts.title,
        "period": facts.period_text,
        "guarantee": asdict(split_guarantee(spec.generator, min(spec.streams, spec.trials)))["text"],
    }


def _judge(result: Result, name: str, part: str, law: Law, statistics: NDArray[np.float64]) -> None:
    """Add the second-level row and the histogram of one statistic."""
    level = second_level(statistics, law)
    row = GeneratorTest(
        test=name,
        part=part or None,
        statistic=level.distance,
        p_value=level.p_value,
        verdict=level.verdict,
        trials=len(statistics),
        law=law.description,
        mean=float(np.mean(statistics)),
        expected_mean=law.mean,
        variance=float(np.var(statistics, ddof=1)) if len(statistics) > 1 else None,
        expected_variance=law.variance,
    )
    result.tests.append(row)
    result.extra["histograms"].append({"test": name, "part": part or None, **asdict(histogram(statistics, law))})


def _waves(rows: NDArray[np.generic]) -> list[list[int]]:
    """Read the shortest vectors: row i holds that of dimension i + 2, then zeros."""
    return [[int(number) for number in row[: dimension + 2]] for dimension, row in enumerate(rows)]


def _spectral_row(figure: SpectralFigure) -> GeneratorTest:
    return GeneratorTest(
        test=SPECTRAL,
        statistic=figure.mu,
        p_value=None,
        part=f"dimension {figure.dimension}",
        verdict=figure.verdict,
        dimension=figure.dimension,
        nu_squared=str(figure.nu_squared),
        accuracy_bits=figure.bits,
        normalised=figure.normalised,
        wave=list(figure.wave),
    )
