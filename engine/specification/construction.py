"""The specification of a construction."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, ValidationInfo, field_validator

from engine.specification.fields import (
    FirstTours,
    Int,
    PlaneSymmetry,
    RandomNumbers,
    Square,
    TourSpecification,
    method_for,
)

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
        default=None, ge=1, le=2**30, description="of moves that are tried; default: 20,000 for each square"
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
