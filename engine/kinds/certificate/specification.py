"""Specification of a certificate, and its parts of the result."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from engine.boards.existence.verdict import Tours
from engine.specification.fields import BoardSpecification, Square
from engine.specification.problem import BoardProblem
from engine.specification.result import Convention, Part, absent


class SweepOrder(Part):
    """The order in which a sweep of a certificate settled the squares."""

    sweep: list[list[int]] = Field(description="none: of cycles; the first square of paths, or their two ends")
    digest: str = Field(description="SHA-256 of the square numbers in this order as little-endian 32-bit integers")
    states: int = Field(description="met in all")


class Residue(Part):
    """A count modulo the prime. Without a square it is for all requested start squares together."""

    quantity: str
    convention: Convention
    square: list[int] | None = absent("where directed tours start")
    end: list[int] | None = absent("where they end")
    residue: str


class Compared(Part):
    """An exact count of the same quantity, compared with a residue."""

    quantity: str
    square: list[int] | None = absent("where directed tours start")
    value: str
    sources: list[str] = Field(description="the jobs here and the publications that say so")
    agrees: bool


class CertificateFigures(Part):
    """Counts modulo a prime, by sweeps that have no set of settled squares in common with those of an enumeration."""

    modulus: str
    orders: list[SweepOrder]
    residues: list[Residue]
    compared: list[Compared] | None = absent("with every exact count that is known now")


class CertificateSpecification(BoardSpecification):
    """Count tours again, modulo a prime and in another order of squares, to certify other counts."""

    kind: Literal["certificate"]
    tours: Tours = Field(default="any", description="which tours: `open` ones do not close")
    starts: Literal["all"] | list[Square] = Field(default="all", description="the first squares of the tours")
    by_end: bool = Field(default=False, description="by pair of first and last square, too: one sweep for each pair")


CertificateProblem = BoardProblem[CertificateSpecification]
