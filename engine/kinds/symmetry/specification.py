"""Specification of counts up to symmetry, and its parts of the result."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from engine.specification.fields import BoardSpecification
from engine.specification.problem import BoardProblem
from engine.specification.result import Part


class KeptBySymmetry(Part):
    """The number of undirected tours that each of these conjugate symmetries preserves."""

    symmetry: str = Field(description="their names")
    symmetries: int = Field(description="how many they are")
    order: int = Field(description="order of each: applied that often it moves nothing")
    moved_along: str = Field(description="closed tours that it moves along themselves")
    turned_round: str = Field(description="tours that it turns round: they cross the middle once if open, else twice")

    @property
    def tours(self) -> int:
        """Tours moved along themselves or turned round, together."""
        return int(self.moved_along) + int(self.turned_round)


class SymmetryType(Part):
    """The undirected tours that have just these symmetries."""

    symmetries: str = Field(description='their names; "none" but the identity')
    tours: str = Field(description="number of tours")
    classes: str = Field(description="number of tours up to symmetry")


class SymmetrySpecification(BoardSpecification):
    """Count tours up to symmetry, and those that each symmetry of the board leaves as they are."""

    kind: Literal["symmetry"]
    tours: Literal["closed", "open"] = Field(default="closed", description="which tours: `open` ones do not close")


SymmetryProblem = BoardProblem[SymmetrySpecification]
