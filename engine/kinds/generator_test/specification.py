"""Specification of tests of a generator, and its parts of the result."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from pydantic import Field, ValidationInfo, field_validator

from engine.generator_tests.gap import longest_counted_gap
from engine.generator_tests.sizes import USUAL, Sizes
from engine.specification.fields import Int, KnownGenerator, Real, Specification, Streams
from engine.specification.result import Part
from engine.streams.catalogue import generator_facts


class GeneratorName(Part):
    """The generator that a job has tested."""

    name: str
    title: str
    period: str
    guarantee: str = Field(description="what is known of its streams")


class TrialHistogram(Part):
    """Trials by bin; the outermost bins hold the tails."""

    test: str
    part: str | None
    edges: list[float]
    observed: list[int]
    expected: list[float]


MIN_PER_CHANNEL = 5


MIN_INTERVAL = 0.02
"""The least width of the gap test's interval, and the least width outside it."""


TestName = Literal["chi-square", "kolmogorov-smirnov", "gap", "serial-correlation", "spectral"]


def default_tests(generator: str | None) -> list[TestName]:
    """Return the default tests: all that are defined for the generator."""
    congruential = generator is not None and generator_facts(generator).congruence is not None
    found: list[TestName] = ["chi-square", "kolmogorov-smirnov", "gap", "serial-correlation"]
    return [*found, "spectral"] if congruential else found


class GeneratorTestSpecification(Specification):
    """Judge a random-number generator."""

    kind: Literal["test-generator"]
    generator: KnownGenerator = Field(max_length=64, description="the one that is judged")
    tests: list[TestName] = Field(
        default_factory=lambda data: default_tests(data.get("generator")),
        min_length=1,
        max_length=5,
        description="default: all that are defined for the generator, the spectral test for congruential ones only",
    )
    trials: Int = Field(default=100, ge=1, le=100_000, description="how often each test is repeated")
    seed: Int = Field(default=1, ge=0, le=2**64 - 1, description="of the generator")
    streams: Streams = Field(default=1, description="every test's trials are shared out to this many streams")
    lag: Int = Field(default=1, ge=1, le=500, description="of the serial correlation")
    reals: Int | None = Field(
        default=None, ge=100, le=100_000,
        description="N, the reals of a trial of the chi-square, Kolmogorov-Smirnov and serial correlation tests; 1000",
    )  # fmt: skip
    channels: Int | None = Field(
        default=None,
        ge=2,
        le=10_000,
        description="of the chi-square test, with five reals or more for each; 100, or a tenth of the reals",
    )
    gap: list[Real] | None = Field(
        default=None, min_length=2, max_length=2, description="the gap test's interval, [low, high); [0, 0.5]"
    )
    gaps: Int | None = Field(default=None, ge=100, le=10_000, description="in one trial of the gap test; 1000")
    low_bits: Literal[1, 2, 4, 8, 16] | None = Field(
        default=None, description="number of lowest bits taken of each draw; draws are joined until they give 32 bits"
    )

    @property
    def sizes(self) -> Sizes:
        """The sizes of the tests."""
        low, high = self.gap or (USUAL.low, USUAL.high)
        reals = self.reals or USUAL.reals
        channels = self.channels or min(USUAL.channels, reals // (2 * MIN_PER_CHANNEL))
        return Sizes(reals, channels, self.lag, self.gaps or USUAL.gaps, low, high)

    @field_validator("reals")
    @classmethod
    def _lagging(cls, reals: int | None, info: ValidationInfo) -> int | None:
        if reals is not None and reals <= info.data.get("lag", 1):
            raise ValueError("are more than `lag`")
        return reals

    @field_validator("channels")
    @classmethod
    def _fill_channels(cls, channels: int | None, info: ValidationInfo) -> int | None:
        reals = info.data.get("reals") or USUAL.reals
        if channels is not None and reals < MIN_PER_CHANNEL * channels:
            raise ValueError(f"{reals} reals are too few: give `reals` of {MIN_PER_CHANNEL * channels} or more")
        return channels

    @field_validator("gaps")
    @classmethod
    def _check_gaps(cls, gaps: int | None, info: ValidationInfo) -> int | None:
        interval = info.data.get("gap") or (USUAL.low, USUAL.high)
        sizes = replace(USUAL, low=interval[0], high=interval[1], gaps=gaps or USUAL.gaps)
        if longest_counted_gap(sizes) < 1:
            raise ValueError(
                "too few for an interval of this width: no gap's length could be distinguished from the others"
            )
        return gaps

    @field_validator("gap")
    @classmethod
    def _interval(cls, gap: list[float] | None) -> list[float] | None:
        if gap is not None and not (0 <= gap[0] < gap[1] <= 1 and MIN_INTERVAL <= gap[1] - gap[0] <= 1 - MIN_INTERVAL):
            raise ValueError(f"is [low, high] within 0 and 1, {MIN_INTERVAL} to {1 - MIN_INTERVAL} apart")
        return gap

    @field_validator("tests")
    @classmethod
    def _sensible(cls, tests: list[str], info: ValidationInfo) -> list[str]:
        generator = info.data.get("generator")
        if "spectral" in tests and generator is not None and generator_facts(generator).congruence is None:
            raise ValueError(f"the spectral test needs a linear congruential generator, which {generator} is not")
        if len(set(tests)) < len(tests):
            raise ValueError("a test is named twice")
        return tests
