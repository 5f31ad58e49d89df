"""The parts of a result document. Exact values are decimal strings, estimates JSON numbers."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Outcome = Literal["complete", "limit", "impossible", "not-found", "cancelled", "failed"]
Convention = Literal["directed", "undirected"]


class Part(BaseModel):
    """Base of all parts: a later version may add fields."""

    model_config = ConfigDict(extra="allow")


class Count(Part):
    """An exact count. `quantity`: tours, closed, cycles, dead_ends, nodes, or a kind's own."""

    quantity: str
    convention: Convention = "directed"
    value: str
    exact: Literal[True] = True
    method: str


class Estimate(Part):
    """An estimated count with one standard error."""

    quantity: str
    convention: Convention = "directed"
    value: float
    standard_error: float
    estimator: str
    samples: int
    unbiased: bool = True


class SquareStatistics(Part):
    """Counts of the directed tours that start on a square."""

    square: list[int]
    tours: str | None = None
    closed: str | None = None
    dead_ends: str | None = None
    nodes: str | None = None


class EndStatistics(Part):
    """Counts of the directed tours from `start` to `end`."""

    start: list[int]
    end: list[int]
    tours: str


class DepthStatistics(Part):
    """What was seen at one depth of a search tree."""

    depth: int
    reached: int
    mean_moves: float
    width: float
    inverse_probability: float | None


class Distance(Part):
    """Fewest moves to a square (None: not reachable) and the number of ways to make them.

    start: the square they begin on, in a table of all pairs; elsewhere the specification says it.
    """

    start: list[int] | None = None
    square: list[int]
    distance: int | None
    shortest_paths: str


class GeneratorTest(Part):
    """One test of a generator: how the trials' statistics compare with their law, or a spectral figure.

    part: which statistic of the test ("K+"), or the dimension of the spectral test.
    statistic: the distance between the trials and their law; the figure of merit mu of the spectral test.
    """

    test: str
    part: str | None = None
    statistic: float
    p_value: float | None = None
    verdict: Literal["pass", "suspect", "fail", "flying colours"] | None = None
    trials: int | None = None


class Tour(Part):
    """A tour as the squares it visits, in order."""

    squares: list[list[int]]
    closed: bool


class Result(BaseModel):
    """What a job has found. Only the parts that its kind has are filled."""

    outcome: Outcome = "complete"
    explanation: str | None = Field(default=None, description="why, in words: a proof, a limit, a choice of method")
    counts: list[Count] = []
    estimates: list[Estimate] = []
    squares: list[SquareStatistics] = []
    ends: list[EndStatistics] = []
    depths: list[DepthStatistics] = []
    distances: list[Distance] = []
    tests: list[GeneratorTest] = []
    extra: dict[str, Any] = Field(default={}, description="plots and tables of the kind, by name")
