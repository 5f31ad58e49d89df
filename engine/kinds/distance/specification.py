"""Specification of distances, and its parts of the result."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, ValidationInfo, field_validator

from engine.specification.fields import BoardSpecification, Int, Square
from engine.specification.problem import BoardProblem
from engine.specification.result import Part, absent


class CollectingWalk(Part):
    """A walk that collects squares; all its figures but `exact` are missing or empty where there is none."""

    rule: str | None = absent("what the walk may not enter")
    body: int | None = absent("of a snake: how long it is")
    length: int | None
    lower_bound: int | None = absent("no walk is shorter")
    exact: bool
    collected: list[list[int]]
    squares: list[list[int]]


class SearchOrder(Part):
    """The squares that a search entered, in order, and the moves of its way to the last one."""

    entered: int
    moves: int
    squares: list[list[int]] | None = absent("on small boards")


class SearchOrders(Part):
    """Two searches from the same square."""

    breadth_first: SearchOrder
    depth_first: SearchOrder


class GeneralSolution(Part):
    """All solutions: `particular` and any whole combination of the rows of `kernel`."""

    particular: list[int]
    kernel: list[list[int]]


class Algebra(Part):
    """Vectors of moves that add up to the way from one square to another."""

    displacement: list[int]
    directions: list[list[int]]
    solvable: bool
    lower_bound: int | None = absent("no solution has fewer moves")
    exact: bool | None = absent("whether `combination` has the fewest moves")
    combination: list[int] | None = absent("how often each direction is taken")
    moves: int | None = absent("how many moves that is")
    general_solution: GeneralSolution | None = absent("of pieces with few directions")


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


DistanceProblem = BoardProblem[DistanceSpecification]
