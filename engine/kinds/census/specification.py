"""Specification of a census, and its part of the result."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, field_validator

from engine.errors import InvalidProblemError
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


class MoveUses(Part):
    """How many tours use a move."""

    squares: list[list[int]] = Field(description="the two squares that it joins")
    tours: str = Field(description="undirected tours, exact")


class Census(Part):
    """The distributions of the statistics of undirected tours."""

    tours: str = Field(description="tours that were measured: all there are, all found so far, or those drawn")
    exact: bool = Field(description="whether they are counted, each once; else drawn, uniformly")
    distributions: list[Distribution]
    moves: list[MoveUses] | None = absent("weighted-sweep: each move of the board, where `moves` asks for them")


class CensusSpecification(BoardSpecification):
    """Tell how the statistics of tours are distributed: angles, directions, turns, crossings, straight runs."""

    kind: Literal["census"]
    tours: Literal["closed", "open"] = Field(default="closed", description="which tours: `open` ones do not close")
    method: Literal["auto", "search", "sample", "index", "weighted-sweep"] = Field(
        default="auto", description="whether all are met, or some drawn, or what is asked for is counted"
    )
    statistics: list[Annotated[str, Field(max_length=60)]] | None = Field(
        default=None,
        min_length=1,
        max_length=64,
        description="which statistics; null: all where tours are met, by weighted sweeps the four directions",
    )
    moves: bool = Field(default=False, description="weighted-sweep: how many tours use each move of the board")
    draws: Int = Field(
        default=100_000, ge=2, le=10**9, description="sample, index: this many tours, each drawn uniformly"
    )
    rng: RandomNumbers = Field(default=RandomNumbers(), description="the random numbers that tours are drawn by")

    @field_validator("statistics")
    @classmethod
    def _once_each(cls, names: list[str] | None) -> list[str] | None:
        if names is not None and len(set(names)) < len(names):
            raise ValueError("a statistic is listed twice")
        return names


OF_SAMPLES = ("draws", "rng")
"""Fields heeded only by methods that draw tours."""


def refuse_draws(spec: CensusSpecification) -> None:
    """Raise InvalidProblemError where draws are requested of a method that makes none."""
    for name in OF_SAMPLES:
        if getattr(spec, name) != type(spec).model_fields[name].get_default():
            raise InvalidProblemError(f"/{name}", f"a census of all tours has no {name}")


CensusProblem = BoardProblem[CensusSpecification]
