"""Specification of an index, and its part of the result."""

from __future__ import annotations

from typing import Literal

from engine.specification.fields import BoardSpecification
from engine.specification.problem import BoardProblem
from engine.specification.result import Part


class IndexFigures(Part):
    """An index of closed tours."""

    digest: str
    states: int
    bytes: int


class IndexSpecification(BoardSpecification):
    """Make the index of a board's cycles: closed tours by their number, and the number of each."""

    kind: Literal["index"]


IndexProblem = BoardProblem[IndexSpecification]
