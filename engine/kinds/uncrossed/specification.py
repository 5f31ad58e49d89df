"""Specification of longest uncrossed paths, and its part of the result."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from engine.specification.fields import BoardSpecification, Int
from engine.specification.problem import BoardProblem
from engine.specification.result import Part, absent


class UncrossedPath(Part):
    """The longest path or cycle that was found whose moves do not cross."""

    length: int | None = Field(description="its moves; null: there is none, or none was found yet")
    upper_bound: int = Field(description="none has more moves; 0 where there is none")
    exact: bool = Field(description="whether it is proved that none is longer")
    paths: str | None = absent("how many are so long, directions not distinguished: exact, where that is known")


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
        description="keep only this many states after each move, the most promising ones; null: all, so that the "
        "length is exact",
    )


UncrossedProblem = BoardProblem[UncrossedSpecification]
