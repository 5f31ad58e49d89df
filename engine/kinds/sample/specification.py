"""Specification of a sample, and its parts of the result."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Discriminator, Field, Tag, model_validator

from engine.specification.fields import (
    Direction,
    Int,
    Model,
    RandomNumbers,
    Real,
    Square,
    TourSpecification,
    text_or_parts,
)
from engine.specification.problem import BoardProblem
from engine.specification.result import Part, absent


class WalksOfClass(Part):
    """The results of walks from one class of start squares; `square` is one of them."""

    square: list[int]
    completed_walks: int
    walks_per_tour: float | None = absent("walks for each that became a tour")
    walks_per_tour_error: float | None = absent("one standard error of it")
    closed_share: float | None = absent("share of the tours found that close")
    closed_share_error: float | None = absent("one standard error of it")
    start_end_share: float | None = absent("share of the starts and ends of tours, of a square of each class")
    start_end_error: float | None = absent("one standard error of it")


class EndPair(Part):
    """Tours between two squares: an estimate that holds for each of `pairs` pairs, which symmetry makes equal."""

    start: list[int]
    end: list[int]
    pairs: int
    value: float
    standard_error: float
    effective_samples: float | None = absent("equal weights that would be as good")
    effective_populations: float | None = absent("equal populations that would be as good")
    warnings: list[str]


class PilotFigures(Part):
    """What a pilot run found of a potential: mean and standard deviation of the logarithms of its estimates."""

    potential: list[float]
    mean_logarithm: float
    spread: float


class ExactSuccess(Part):
    """The exact probability that a walk becomes a tour, and its source: the whole tree, or a job."""

    probability: float
    by: str


class Budget(Model):
    """When a sampling job ends."""

    walks: Int | None = Field(
        default=None, ge=1, le=2**62, description="number of walks; frontier: number of tours drawn"
    )
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
        default=None, ge=0, le=32, description="importance: this many last squares are completed in all ways, counted"
    )
    ends: Literal["drawn", "free"] | None = Field(
        default=None,
        description="importance: whether the last square is drawn beforehand (default up to 64 squares) or left open",
    )
    exact: bool = Field(
        default=False, description="warnsdorff: no walks, but their exact success from the tree of all ties"
    )
    rng: RandomNumbers = Field(default=RandomNumbers(), description="the random numbers that walks draw")


SampleProblem = BoardProblem[SampleSpecification]
