"""Specification of a strip, and its parts of the result."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field

from engine.boards.existence.verdict import Tours
from engine.boards.piece import KNIGHT, parse_piece
from engine.search.strip.family import Family, parse_family
from engine.specification.fields import Int, PieceField, Specification
from engine.specification.problem import ParsedSpecification
from engine.specification.result import Part, absent

MAX_TERMS = 10_000
MAX_ORDER = 100_000


class StripGrowth(Part):
    """The factor from one board of a family to the next in the long run, between two bounds that are proved."""

    low: float = Field(description="it is no less")
    high: float = Field(description="it is no more")


class StripFigures(Part):
    """The known figures of a family of boards."""

    family: str = Field(description="its name: n is the side that grows")
    counts: Literal["cycles", "paths", "open paths"] = Field(
        description="what a term counts, directions not distinguished"
    )
    states: list[int] = Field(description="states of the sweep before each layer of one period")
    entries: int = Field(description="entries of the matrices of one period, a matrix for each square")
    period: int = Field(description="layers after which the states repeat")
    first: int = Field(description="the layer from which on they do")
    digest: str = Field(description="SHA-256 of the operator")
    terms: list[str] = Field(description="exact counts of the boards n = 1, 2, 3, ...")
    growth: StripGrowth = Field(description="of the counts, from one n to the next")
    order: int | None = absent("degree of the denominator of the generating function modulo each prime")
    after: int | None = absent("the recurrence holds for each n above this one")
    primes: list[int] | None = absent("the primes that the recurrence was found by, each alone")
    used: int | None = absent("terms that it was found from and confirmed by; twice its length determine it")
    proved: bool | None = absent("whether no shorter or other recurrence is possible: this many terms were used")
    denominators: list[str] | None = absent(
        "denominators of the generating function, one by each prime: ascending coefficients as words of 32 bits, the "
        "lowest byte first, compressed by zlib and written in Base64"
    )
    recurrence: list[str] | None = absent(
        "over the integers, where the exact terms tell it: a(n) = c[0] a(n - 1) + c[1] a(n - 2) + ..."
    )


class StripSpecification(Specification):
    """Count the tours of all boards of a family that grows along one side: terms, recurrence and growth."""

    kind: Literal["strip"]
    family: str = Field(max_length=64, description="a board's label with n for the side that grows: 5xn, cylinder:nx5")
    piece: PieceField = "knight"
    tours: Tours = Field(default="closed", description="which tours: `open` ones do not close")
    terms: Int = Field(default=100, ge=1, le=MAX_TERMS, description="boards that are counted exactly, n = 1 first")
    order: Int = Field(
        default=10_000, ge=0, le=MAX_ORDER, description="look for a recurrence of at most this order; 0: for none"
    )

    def family_of(self, *, paths: bool) -> Family:
        """Return the family, for cycles or for paths; InvalidProblemError where there is none."""
        return parse_family(self.family, parse_piece(self.piece), paths=paths)

    def normal(self) -> Self:
        """Return the specification with the canonical names of family and piece; InvalidProblemError as above."""
        piece = parse_piece(self.piece)
        named = "knight" if piece == KNIGHT else list(piece)
        return self.model_copy(update={"family": self.family_of(paths=False).name, "piece": named})


StripProblem = ParsedSpecification[StripSpecification]
