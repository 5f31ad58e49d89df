"""Specification of a census, and its part of the result."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from engine.specification.fields import BoardSpecification, Int, RandomNumbers
from engine.specification.problem import BoardProblem
from engine.specification.result import Part, absent


class Distribution(Part):
    """How many tours have which value of a statistic."""

    statistic: str = Field(description="its name, as in a tour's own `statistics`")
    least: int = Field(description="the least value that a tour has")
    most: int = Field(description="the greatest")
    tours: list[str] = Field(description="tours by value, from the least to the greatest: exact decimals")
    mean: float
    standard_deviation: float
    mean_error: float | None = absent("one standard error of the mean, where tours were drawn")
    share_errors: list[float] | None = absent("one standard error of each value's share, where tours were drawn")


class Census(Part):
    """The distributions of the statistics of undirected tours."""

    tours: str = Field(description="tours that were measured: all there are, all found so far, or those drawn")
    exact: bool = Field(description="whether they were met by search, each once; else drawn, uniformly")
    distributions: list[Distribution]


class CensusSpecification(BoardSpecification):
    """Tell how the statistics of tours are distributed: angles, directions, turns, crossings, straight runs."""

    kind: Literal["census"]
    tours: Literal["closed", "open"] = Field(default="closed", description="which tours: `open` ones do not close")
    method: Literal["search", "sample", "index"] = Field(
        default="search", description="whether all are met, or some drawn"
    )
    draws: Int = Field(
        default=100_000, ge=2, le=10**9, description="sample, index: this many tours, each drawn uniformly"
    )
    rng: RandomNumbers = Field(default=RandomNumbers(), description="the random numbers that tours are drawn by")


CensusProblem = BoardProblem[CensusSpecification]
