"""Counts of the literature, by frontier sweep where one fits the time, else by sequential Monte Carlo."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from engine.boards.labels import parse_board
from engine.boards.symmetry import symmetries
from engine.tours.canonical import classify
from findings.references.data_files import Figure, all_figures
from language.translate import gettext_noop
from reproduction.atlas_counts import METHOD, atlas_count, atlas_estimate
from reproduction.pictures import by_board, ratios
from reproduction.table import Results, Specification, Table, count_of
from reproduction.verdict import Computed

LARGEST_SWEPT = {
    "cycles": {False: 40, True: 70},
    "paths": {False: 30, True: 48},
    "tours": {False: 30, True: 36},
}
"""Squares of the largest boards that are swept, in quick and in full runs."""

CLASSES = {False: ("3x10",), True: ("3x10", "3x12", "5x6", "5x8", "6x6")}
DIAGRAMS = {False: ("3x4", "4x5", "5x5"), True: ("3x4", "4x5", "5x5", "5x6")}


def _sweeps(table: str) -> Callable[[bool], dict[str, Specification]]:
    def jobs(full: bool) -> dict[str, Specification]:
        return {
            _name(figure): {"kind": "enumerate", "board": figure.board, "tours": _sort(figure), "method": "frontier"}
            for figure in all_figures()
            if figure.table == table and _size(figure.board) <= LARGEST_SWEPT[figure.quantity][full]
        }

    return jobs


def _name(figure: Figure) -> str:
    return f"sweep {figure.board} {_sort(figure)}"


def _sort(figure: Figure) -> str:
    return "closed" if figure.quantity == "cycles" else "any"


def _size(board: str | None) -> int:
    rows, columns = (board or "1x1").split("x")
    return int(rows) * int(columns)


def _count(figure: Figure, results: Results) -> Computed | None:
    result = results.get(_name(figure))
    if result is None:
        return _atlas(figure) if figure.table == "oeis" else _estimate(figure, results)
    value = count_of(result, "cycles" if figure.quantity == "cycles" else "tours")
    if value is None:
        return None
    return Computed(str(int(value) // 2) if figure.quantity == "paths" else value, "frontier sweep")


def _atlas(figure: Figure) -> Computed | None:
    value = atlas_count(str(figure.board), figure.quantity)
    return None if value is None else Computed(value, METHOD)


def _populations(table: str, quick: tuple[str, ...]) -> Callable[[bool], dict[str, Specification]]:
    def jobs(full: bool) -> dict[str, Specification]:
        return {
            f"smc {figure.board} {_sort(figure)}": {
                "kind": "sample",
                "board": figure.board,
                "tours": _sort(figure),
                "method": "smc",
                "budget": {"walks": 5_000_000 if full else 1_000_000},
                "rng": {"streams": 8},
            }
            for figure in all_figures()
            if figure.table == table
            and (figure.board in quick or (full and _size(figure.board) > LARGEST_SWEPT["tours"][True]))
        }

    return jobs


def _estimate(figure: Figure, results: Results) -> Computed | None:
    """Return an estimate of cycles, of paths (half the directed tours) or of directed tours."""
    result = results.get(f"smc {figure.board} {_sort(figure)}")
    if result is None:
        return None
    quantity = "cycles" if figure.quantity == "cycles" else "tours"
    row = next(row for row in result["estimates"] if row["quantity"] == quantity and "square" not in row)
    factor = 0.5 if figure.quantity == "paths" else 1.0
    return Computed(factor * row["value"], "sequential Monte Carlo", error=factor * row["standard_error"])


def _classes(tours: str, boards: dict[bool, tuple[str, ...]]) -> Callable[[bool], dict[str, Specification]]:
    search = {"kind": "enumerate", "tours": tours, "method": "auto", "store": "classes"}
    return lambda full: {f"classes {board} {tours}": {**search, "board": board} for board in boards[full]}


def _class_count(figure: Figure, results: Results) -> Computed | None:
    result = results.get(f"classes {figure.board} closed")
    return None if result is None else Computed(str(result["job"]["tours_stored"]), "one tour of each class, stored")


def _diagrams(figure: Figure, results: Results) -> Computed | None:
    """Return the number of undirected paths up to symmetry; leaving out any edge of a stored cycle gives a path."""
    result = results.get(f"classes {figure.board} any")
    if result is None or len(result["tours"]) != result["job"]["tours_stored"]:
        return None
    board = parse_board(str(figure.board))
    cycles = [[board.index(square) for square in tour["squares"]] for tour in result["tours"] if tour["closed"]]
    paths = np.array([cycle[index:] + cycle[:index] for cycle in cycles for index in range(board.size)], dtype=np.int32)
    number = len(result["tours"]) - len(cycles)
    if cycles:
        classes = classify(paths, np.zeros(len(paths), dtype=np.bool_), symmetries(board))
        number += len(np.unique(classes.canonical, axis=0))
    return Computed(str(number), "one tour of each class, stored")


def _wrong_cycles(full: bool) -> dict[str, Specification]:
    return _populations("cycles_wrong_in_print", ("8x8",))(full)


def _uses(figure: Figure, name: str, _specification: Specification) -> bool:
    """Whether the job is the sweep, or the population, of the figure's board and sort of tours."""
    return name in (_name(figure), f"smc {figure.board} {_sort(figure)}")


LONG = gettext_noop("a longer sweep than this run makes")

TABLES = (
    Table(
        "cycles",
        _count,
        _sweeps("cycles"),
        _uses,
        partial(by_board, title=gettext_noop("Closed tours by board"), unit=gettext_noop("cycles")),
        missing=LONG,
    ),
    Table(
        "paths",
        _count,
        _sweeps("paths"),
        _uses,
        partial(by_board, title=gettext_noop("Open and closed tours by board"), unit=gettext_noop("undirected paths")),
        missing=LONG,
    ),
    Table("paths_wrong_in_print", _count, _sweeps("paths_wrong_in_print"), _uses),
    Table(
        "oeis",
        _count,
        _sweeps("oeis"),
        _uses,
        partial(by_board, title=gettext_noop("Tours of square boards"), unit=gettext_noop("directed tours")),
    ),
    Table(
        "cycles_sampled",
        _count,
        _populations("cycles_sampled", ("8x8",)),
        _uses,
        partial(ratios, title=gettext_noop("Closed tours estimated, by board")),
        missing=LONG,
    ),
    Table(
        "paths_sampled",
        _count,
        _populations("paths_sampled", ("7x7", "8x8")),
        _uses,
        partial(ratios, title=gettext_noop("Tours estimated, by board")),
        missing=LONG,
    ),
    Table("cycles_claimed", lambda figure, _: atlas_estimate(str(figure.board), figure.quantity)),
    Table("cycles_wrong_in_print", _count, _wrong_cycles, _uses),
    Table("unknown", _count, _populations("unknown", ()), _uses, missing=LONG),
    Table("cycle_classes", _class_count, _classes("closed", CLASSES), missing="a longer search than this run makes"),
    Table("path_diagrams", _diagrams, _classes("any", DIAGRAMS), missing="a longer search than this run makes"),
    Table("cycle_classes_quoted", lambda figure, _results: _atlas(figure)),
)
