"""Several sides of a comparison as one table: a row for each figure compares each side with the first that has it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from findings.comparison.agreement import Agreement, agreement
from findings.comparison.pairs import by_subject
from findings.statements.statement import Statement


@dataclass(frozen=True)
class Cell:
    """A side's figure, compared with the row's first figure; `compared` is None for the first itself."""

    statement: Statement
    compared: Agreement | None


@dataclass(frozen=True)
class Row:
    """One figure on all sides; None where a side does not have it."""

    first: Statement
    cells: Sequence[Cell | None]


def comparison_table(sides: Sequence[Iterable[Statement]]) -> list[Row]:
    """Return a row for each figure of any side, in the order of the sides; single start squares are left out."""
    tables = [by_subject(side) for side in sides]
    return [_row([table.get(key) for table in tables]) for key in dict.fromkeys(key for one in tables for key in one)]


def _row(figures: Sequence[Statement | None]) -> Row:
    first = next(one for one in figures if one is not None)
    cells = [None if one is None else Cell(one, None if one is first else agreement(first, one)) for one in figures]
    return Row(first, cells)
