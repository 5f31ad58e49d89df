"""The specification of each kind of job."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Literal, get_args

from pydantic import Discriminator, Field, Tag, ValidationInfo, field_validator, model_validator

from engine.boards.existence.verdict import Tours
from engine.generator_tests.gap import longest_told
from engine.generator_tests.sizes import USUAL, Sizes
from engine.specification.completion import CompleteSpecification
from engine.specification.construction import ConstructSpecification
from engine.specification.fields import (
    BoardSpecification,
    Direction,
    Int,
    KnownGenerator,
    Model,
    PlaneSymmetry,
    RandomNumbers,
    Real,
    Specification,
    Square,
    Streams,
    TourSpecification,
    method_for,
    text_or_parts,
)
from engine.specification.puzzle import PuzzleSpecification
from engine.streams.catalogue import generator_facts

FEWEST_IN_A_CHANNEL = 5
NARROWEST = 0.02
"""The shortest interval of the gap test, and the least that is left of the whole."""


class Limit(Model):
    """Stop after so many tours or entered squares, in search order."""

    tours: Int | None = Field(default=None, ge=1, le=2**62, description="so many tours")
    nodes: Int | None = Field(default=None, ge=1, le=2**62, description="so many squares entered")

    @model_validator(mode="after")
    def _one_limit(self) -> Limit:
        if (self.tours is None) == (self.nodes is None):
            raise ValueError("give exactly one of 'tours' and 'nodes'")
        return self


class EnumerateSpecification(TourSpecification):
    """Count, and on request store, every tour."""

    kind: Literal["enumerate"]
    starts: Literal["all"] | list[Square] = Field(default="all", description="the first squares of the tours")
    symmetry: PlaneSymmetry | None = Field(
        default=None, description="only the tours that this symmetry of the board leaves as they are"
    )
    method: Literal[
        "auto", "backtrack", "warnsdorff", "frontier", "inclusion-exclusion", "board-array", "link-cutting", "quotient"
    ] = Field(default="auto", validate_default=True, description="how it is counted")
    order: list[Direction] | None = Field(default=None, description="all directions in the order to be tried")
    visit: Literal["warnsdorff"] | None = Field(
        default=None, description="a search tries squares with the fewest onward moves first, ties as listed"
    )
    limit: Limit | None = Field(default=None, description="the search stops after so many, in search order")
    by_end: bool = Field(default=False, description="count by pair of first and last square, too")
    prune: list[Literal["exits", "forced", "colour", "symmetry", "cycle"]] | None = Field(
        default=None, max_length=5, description="what a search may leave out; null: nothing, with `auto` what helps"
    )
    connected_at: list[Int] = Field(
        default=[], max_length=64, description="numbers of squares visited at which a search tests connectivity"
    )

    @field_validator("method")
    @classmethod
    def _of_symmetric_tours(cls, method: str, info: ValidationInfo) -> str:
        return method_for(method, info.data.get("symmetry"))


class Budget(Model):
    """When a sampling job ends."""

    walks: Int | None = Field(default=None, ge=1, le=2**62, description="so many walks; frontier: so many tours drawn")
    relative_error: Real | None = Field(
        default=None, gt=0, lt=1, description="one standard error as a share of the estimate"
    )
    cpu_seconds: Real | None = Field(default=None, gt=0, le=1e9, description="processor time of all workers together")

    @model_validator(mode="after")
    def _one_rule(self) -> Budget:
        if sum(rule is not None for rule in (self.walks, self.relative_error, self.cpu_seconds)) != 1:
            raise ValueError("give exactly one of 'walks', 'relative_error' and 'cpu_seconds'")
        return self


Logarithms = Annotated[list[Real], Field(min_length=2, max_length=9)]
Potential = Annotated[
    Annotated[Literal["auto"], Tag("text")] | Annotated[Logarithms, Tag("parts")], Discriminator(text_or_parts)
]


class SampleSpecification(TourSpecification):
    """Estimate the number of tours, or draw some, by random walks."""

    kind: Literal["sample"]
    starts: Literal["all"] | list[Square] = Field(default="all", description="the first squares of the tours")
    method: Literal[
        "uniform", "rotating", "warnsdorff", "importance", "smc", "transfer-matrix", "frontier", "index"
    ] = Field(default="smc", description="how walks are made")
    budget: Budget = Field(default=Budget(walks=100_000), description="when the job ends: one of three rules")
    order: list[Direction] | None = Field(default=None, description="rotating: all directions in cyclic order")
    particles: Int = Field(
        default=16_384,
        ge=16,
        le=1_000_000,
        description="smc, transfer-matrix: what makes up one population, one estimate each",
    )
    potential: Potential | None = Field(
        default=None,
        description="smc: logarithms of the weight of an unvisited square with 0, 1, 2, ... exits left, "
        '"auto" to have a pilot run look for them',
    )
    strength: Real | None = Field(
        default=None, ge=0, le=5, description="importance: squares with d exits are drawn in proportion to exp(-s d)"
    )
    tail: Int | None = Field(
        default=None, ge=0, le=32, description="importance: so many last squares are completed in all ways, counted"
    )
    ends: Literal["drawn", "free"] | None = Field(
        default=None,
        description="importance: whether the last square is drawn beforehand (default up to 64 squares) or left open",
    )
    exact: bool = Field(
        default=False, description="warnsdorff: no walks, but their exact success from the tree of all ties"
    )
    rng: RandomNumbers = Field(default=RandomNumbers(), description="the random numbers that walks draw")


class DistanceSpecification(BoardSpecification):
    """Fewest moves between two squares, from or to one square, or between all pairs."""

    kind: Literal["distance"]
    from_: Square | Literal["all"] = Field(alias="from", description="where ways begin")
    to: Square | Literal["all"] = Field(default="all", description="where ways end")
    via: list[Square] = Field(default=[], max_length=64, description="to be collected on the way, in the best order")
    walk: Literal["once", "snake"] | None = Field(
        default=None,
        description="collect the squares of `via` without visiting a square twice, or with a snake's body in the way, "
        "which each square collected makes longer by one",
    )
    body: Int | None = Field(
        default=None, ge=1, le=100, description="snake: squares that it covers at the start, its head among them; 1"
    )

    @field_validator("walk")
    @classmethod
    def _collects(cls, walk: str | None, info: ValidationInfo) -> str | None:
        if walk is not None and not info.data.get("via"):
            raise ValueError("says how the squares of `via` are collected: name some")
        return walk

    @field_validator("body")
    @classmethod
    def _snakes(cls, body: int | None, info: ValidationInfo) -> int | None:
        if body is not None and info.data.get("walk") != "snake":
            raise ValueError('only a walk of a "snake" has one')
        return None if body == 1 else body

    @field_validator("via")
    @classmethod
    def _walk_begins(cls, via: list[Square], info: ValidationInfo) -> list[Square]:
        if via and info.data.get("from_") == "all":
            raise ValueError("a walk that collects squares begins on one square: name it in `from`")
        return via


TestName = Literal["chi-square", "kolmogorov-smirnov", "gap", "serial-correlation", "spectral"]


def default_tests(generator: str | None) -> list[TestName]:
    """Return the tests that are run unless others are asked for: all that are defined for the generator."""
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
    streams: Streams = Field(default=1, description="every test's trials are shared out to so many streams")
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
        default=None, description="make each real of the lowest so many bits of as many draws as give 32 bits"
    )

    @property
    def sizes(self) -> Sizes:
        """How large the tests are."""
        low, high = self.gap or (USUAL.low, USUAL.high)
        reals = self.reals or USUAL.reals
        channels = self.channels or min(USUAL.channels, reals // (2 * FEWEST_IN_A_CHANNEL))
        return Sizes(reals, channels, self.lag, self.gaps or USUAL.gaps, low, high)

    @field_validator("reals")
    @classmethod
    def _lagging(cls, reals: int | None, info: ValidationInfo) -> int | None:
        if reals is not None and reals <= info.data.get("lag", 1):
            raise ValueError("are more than `lag`")
        return reals

    @field_validator("channels")
    @classmethod
    def _filled(cls, channels: int | None, info: ValidationInfo) -> int | None:
        reals = info.data.get("reals") or USUAL.reals
        if channels is not None and reals < FEWEST_IN_A_CHANNEL * channels:
            raise ValueError(f"{reals} reals are too few: give `reals` of {FEWEST_IN_A_CHANNEL * channels} or more")
        return channels

    @field_validator("gaps")
    @classmethod
    def _told(cls, gaps: int | None, info: ValidationInfo) -> int | None:
        interval = info.data.get("gap") or (USUAL.low, USUAL.high)
        sizes = replace(USUAL, low=interval[0], high=interval[1], gaps=gaps or USUAL.gaps)
        if longest_told(sizes) < 1:
            raise ValueError("too few for an interval of this width: no gap's length could be told from the others")
        return gaps

    @field_validator("gap")
    @classmethod
    def _interval(cls, gap: list[float] | None) -> list[float] | None:
        if gap is not None and not (0 <= gap[0] < gap[1] <= 1 and NARROWEST <= gap[1] - gap[0] <= 1 - NARROWEST):
            raise ValueError(f"is [low, high] within 0 and 1, {NARROWEST} to {1 - NARROWEST} apart")
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


class IndexSpecification(BoardSpecification):
    """Make the index of a board's cycles: closed tours by their number, and the number of each."""

    kind: Literal["index"]


class SymmetrySpecification(BoardSpecification):
    """Count tours up to symmetry, and those that each symmetry of the board leaves as they are."""

    kind: Literal["symmetry"]
    tours: Literal["closed", "open"] = Field(default="closed", description="which tours: `open` ones do not close")


class CertificateSpecification(BoardSpecification):
    """Count tours once more, modulo a prime and by another order of squares: to certify counts made otherwise."""

    kind: Literal["certificate"]
    tours: Tours = Field(default="any", description="which tours: `open` ones do not close")
    starts: Literal["all"] | list[Square] = Field(default="all", description="the first squares of the tours")
    by_end: bool = Field(default=False, description="by pair of first and last square, too: one sweep for each pair")


class CensusSpecification(BoardSpecification):
    """Tell how the statistics of tours are distributed: angles, directions, turns, crossings, straight runs."""

    kind: Literal["census"]
    tours: Literal["closed", "open"] = Field(default="closed", description="which tours: `open` ones do not close")
    method: Literal["search", "sample", "index"] = Field(
        default="search", description="whether all are met, or some drawn"
    )
    draws: Int = Field(
        default=100_000, ge=2, le=10**9, description="sample, index: so many tours, each drawn uniformly"
    )
    rng: RandomNumbers = Field(default=RandomNumbers(), description="the random numbers that tours are drawn by")


class UncrossedSpecification(BoardSpecification):
    """Find the longest path whose moves, drawn as straight segments between centres of squares, do not cross."""

    kind: Literal["uncrossed"]
    tours: Literal["closed", "open"] = Field(
        default="open", description="whether the path returns to its first square: `open` ones do not"
    )
    width: Int | None = Field(
        default=None,
        ge=1,
        le=1_000_000,
        description="keep only so many states after each move, the most promising ones; null: all, so that the length "
        "is exact",
    )


IMPORT = "import"
"""The kind that nobody submits."""


class ImportSpecification(Specification):
    """Tours and counts from another database's file. Nobody submits this: it is what an import leaves behind."""

    kind: Literal["import"] = "import"
    sha256: str = Field(pattern="^[0-9a-f]{64}$", description="of the file")


JobSpecification = Annotated[
    EnumerateSpecification
    | SampleSpecification
    | ConstructSpecification
    | CompleteSpecification
    | PuzzleSpecification
    | DistanceSpecification
    | GeneratorTestSpecification
    | IndexSpecification
    | SymmetrySpecification
    | CertificateSpecification
    | CensusSpecification
    | UncrossedSpecification,
    Field(discriminator="kind"),
]

MODELS: dict[str, type[Specification]] = {
    get_args(model.model_fields["kind"].annotation)[0]: model for model in get_args(get_args(JobSpecification)[0])
}
"""The specification of each kind that can be submitted, by the kind's name."""
