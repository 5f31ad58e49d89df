"""The specification of a construction."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, JsonValue, ValidationInfo, field_validator

from engine.specification.fields import (
    FirstTours,
    Int,
    PlaneSymmetry,
    RandomNumbers,
    Square,
    TourSpecification,
    method_for,
)
from engine.specification.problem import BoardProblem
from engine.specification.result import Part, absent

Statistic = Literal[
    "turns", "crossings", "angle_37", "angle_53", "angle_90", "angle_127", "angle_143", "angle_180",
    "moves_ene", "moves_nne", "moves_nnw", "moves_wnw",
]  # fmt: skip
"""The statistics of the line (engine/features/table.py) that are sums over its corners, moves or crossings."""


class ConstructSpecification(TourSpecification):
    """Find one tour, or prove that there is none."""

    kind: Literal["construct"]
    symmetry: PlaneSymmetry | None = Field(
        default=None, description="a symmetry of the board that leaves the tour as it is"
    )
    method: Literal[
        "auto", "warnsdorff", "pohl", "roth", "squirrel-cull", "blocks", "two-factor", "search", "quotient"
    ] = Field(default="auto", validate_default=True, description="how the tour is looked for")
    start: Square | None = Field(default=None, description="the first square of the tour")
    end: Square | None = Field(default=None, description="the last square of the tour")
    attempts: Int = Field(
        default=100, ge=1, le=1_000_000, description="walks of a heuristic, 2-factors, or millions of squares searched"
    )
    until: Literal["first", "all"] = Field(
        default="first", description='stop at the first tour, or make "all" attempts of a heuristic and count the tours'
    )
    table: Literal["published", "mended"] = Field(
        default="published", description="squirrel-cull: the table as published, or with our repair of side 74"
    )
    fewest: Statistic | None = Field(
        default=None, description="the tour is to have as few of these as an exchange of moves can find"
    )
    most: Statistic | None = Field(default=None, description="or as many of these")
    exchanges: Int | None = Field(
        default=None, ge=1, le=2**30, description="of moves that are tried at most; default: 20,000 for each square"
    )
    store: Literal["none", "all", "classes"] | FirstTours = Field(
        default=FirstTours(first=1), description="the tours to keep in the database"
    )
    rng: RandomNumbers = Field(default=RandomNumbers(), description="the random numbers that walks and exchanges draw")

    @field_validator("method")
    @classmethod
    def _of_symmetric_tours(cls, method: str, info: ValidationInfo) -> str:
        return method_for(method, info.data.get("symmetry"))

    @field_validator("most")
    @classmethod
    def _one_extreme(cls, most: str | None, info: ValidationInfo) -> str | None:
        if most is not None and info.data.get("fewest") is not None:
            raise ValueError("give one of 'fewest' and 'most'")
        return most

    @field_validator("exchanges")
    @classmethod
    def _towards_an_extreme(cls, exchanges: int | None, info: ValidationInfo) -> int | None:
        if exchanges is not None and info.data.get("fewest") is None and info.data.get("most") is None:
            raise ValueError("are made towards an extreme: name one in `fewest` or `most`")
        return exchanges


class StageTried(Part):
    """A method that a construction has tried."""

    method: str
    verdict: str
    explanation: str
    attempts: int
    successes: int


class ConstructedTour(Part):
    """A tour that was constructed, in figures."""

    squares: int
    closed: bool
    digest: str = Field(description="SHA-256 of its square numbers as little-endian 32-bit integers")
    start: list[int]
    end: list[int]
    method: str
    recipe: dict[str, JsonValue] | None = absent("the specification that makes it again, where it is not stored")


class Bound(Part):
    """A known bound on an extreme over all tours."""

    what: Literal["exact", "limit", "lower", "upper"] = Field(
        description="exact: the extreme; limit: no tour is beyond it; lower: no tour has less; upper: there is a tour "
        "with no more, of each large board"
    )
    value: str = Field(description="a number, or a formula in the side n")
    source: str = Field(description="who has proved it, or by what it was computed")


class Extreme(Part):
    """The best value of a statistic that exchanges of moves have met, and the known bounds over all tours."""

    statistic: str = Field(description="its name, as in a tour's own `statistics`")
    sought: Literal["fewest", "most"]
    value: int = Field(description="that of the tour found, exact")
    begun: int = Field(description="that of the tour that exchanges began with")
    exchanges: int = Field(description="how many were tried")
    made: int = Field(description="and made")
    proved: bool = Field(description="whether it is known that no tour is better; else the best is only the best met")
    bounds: list[Bound] = Field(description="what is known of all tours of the board, or of all large boards")


ConstructProblem = BoardProblem[ConstructSpecification]
