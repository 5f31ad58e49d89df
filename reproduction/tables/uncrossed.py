"""Longest uncrossed paths and cycles of the literature, by the sweep over the moves of the board."""

from __future__ import annotations

from findings.references.data_files import Figure, all_figures
from language.translate import gettext_noop
from reproduction.table import Results, Specification, Table, count_of
from reproduction.tables.counts import LONG
from reproduction.verdict import Computed

TABLE = "uncrossed"
METHOD = gettext_noop("sweep over moves")
MAX_QUICK_SQUARES = 36
"""Squares of the largest boards of a quick run."""


def _jobs(full: bool) -> dict[str, Specification]:
    return {
        _name(figure): {"kind": "uncrossed", "board": figure.board, "tours": _sort(figure)}
        for figure in all_figures()
        if figure.table == TABLE and (full or _squares(figure) <= MAX_QUICK_SQUARES)
    }


def _sort(figure: Figure) -> str:
    return "closed" if figure.quantity == "uncrossed_cycle" else "open"


def _squares(figure: Figure) -> int:
    rows, columns = str(figure.board).split("x")
    return int(rows) * int(columns)


def _name(figure: Figure) -> str:
    return f"uncrossed {figure.board} {_sort(figure)}"


def _length(figure: Figure, results: Results) -> Computed | None:
    result = results.get(_name(figure))
    value = None if result is None else count_of(result, figure.quantity)
    return None if value is None else Computed(value, METHOD)


def _uses(figure: Figure, name: str, _specification: Specification) -> bool:
    """Whether the job is that of the figure's board, for paths or for cycles."""
    return name == _name(figure)


TABLES = (
    Table(TABLE, _length, _jobs, _uses, missing=LONG),
    Table("uncrossed_quoted", lambda _figure, _results: None, missing=LONG),
)
