"""Specification of an enumeration, and its part of the result."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, ValidationInfo, field_validator, model_validator

from engine.specification.fields import Direction, Int, Model, PlaneSymmetry, Square, TourSpecification, method_for
from engine.specification.problem import BoardProblem
from engine.specification.result import Part


class DepthTrace(Part):
    """The depth of a search that counts its operations. A window is `nodes_per_window` squares entered."""

    nodes_per_window: int
    shallowest: list[int] = Field(description="how far back the search came in each window")
    nodes_by_depth: list[int] = Field(description="squares entered by how many were visited then")


class Limit(Model):
    """Stop after this many tours or entered squares, in search order."""

    tours: Int | None = Field(default=None, ge=1, le=2**62, description="this many tours")
    nodes: Int | None = Field(default=None, ge=1, le=2**62, description="this many squares entered")

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
    limit: Limit | None = Field(default=None, description="the search stops after this many, in search order")
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


EnumerateProblem = BoardProblem[EnumerateSpecification]
