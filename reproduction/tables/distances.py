"""Tables of fewest moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from drawing.square_values import heat_map_svg
from drawing.tour import tour_svg
from engine.boards.labels import parse_board
from engine.boards.piece import KNIGHT, directions_of
from engine.specification.problem import resolve_board
from findings.references.data_files import Figure
from language.translate import gettext_noop
from reproduction.pictures import grids
from reproduction.table import Pictures, Results, Specification, Table
from reproduction.verdict import Comparison, Computed

METHOD = gettext_noop("breadth-first search")
GRIDS = {"distances_8x8": "8x8", "torus_8x8": "torus:8x8", "holed_8x8": "holed-8x8", "heart_9x9": "heart"}
FROM = {"heart_9x9": [9, 5]}
LOWER_LEFT = [8, 1]
TWO_BOARDS = ("8x8", "torus:8x8")


def _grid_job(name: str, _full: bool) -> dict[str, Specification]:
    return {name: {"kind": "distance", "board": GRIDS[name], "from": FROM.get(name, LOWER_LEFT)}}


def _grid(figure: Figure, results: Results) -> Computed:
    label, job = GRIDS.get(figure.table, figure.board), figure.table
    return _table_of(str(label), results[job if job in GRIDS else f"corner {label}"])


def _table_of(label: str, result: Mapping[str, Any]) -> Computed:
    """Return the distances of a result as a grid of the board."""
    board = resolve_board(label)
    grid: list[list[int | None]] = [[None] * board.shape[1] for _ in range(board.shape[0])]
    for row in result["distances"]:
        grid[row["square"][0] - 1][row["square"][1] - 1] = row["distance"]
    return Computed(grid, METHOD)


def _grid_picture(name: str, comparisons: Sequence[Comparison]) -> Pictures:
    return grids(comparisons, GRIDS.get(name, ""), gettext_noop("Fewest moves on %(board)s"))


def _corners(_full: bool) -> dict[str, Specification]:
    return {f"corner {n}x{n}": {"kind": "distance", "board": f"{n}x{n}", "from": [n, 1]} for n in range(3, 9)}


def _cube(_full: bool) -> dict[str, Specification]:
    return {"cube": {"kind": "distance", "board": "4x4x4", "piece": [1, 2, 3], "from": [1, 1, 1]}}


def _matrix(_full: bool) -> dict[str, Specification]:
    return {"matrix": {"kind": "distance", "board": "8x8", "from": [3, 5], "to": [1, 1]}}


def _reach(figure: Figure, results: Results) -> Computed:
    if figure.quantity == "directions":
        return _directions(figure, results)
    extra = results["cube" if figure.board == "4x4x4" else f"corner {figure.board}"]["extra"]
    name = "eccentricity" if figure.quantity == "largest_distance" else figure.quantity
    detail = None
    if figure.quantity == "reachable":
        detail = {"distances": [[row["square"], row["distance"]] for row in results["cube"]["distances"]]}
    return Computed(str(extra[name]), METHOD, detail=detail)


def _cube_picture(comparisons: Sequence[Comparison]) -> Pictures:
    rows = next((one.computed.detail["distances"] for one in comparisons if one.computed and one.computed.detail), None)
    if rows is None:
        return {}
    board, title = parse_board("4x4x4"), "Fewest moves of the (1,2,3)-leaper from a corner of 4x4x4, layer by layer"
    values = {tuple(square): distance for square, distance in rows}
    return {title: heat_map_svg(board, [values[tuple(board.square(number))] for number in range(board.size)], title)}


def _directions(figure: Figure, _results: Results) -> Computed:
    dimensions = figure.at.get("dimensions", 3)
    piece = tuple(range(1, dimensions + 1))
    return Computed(str(len(directions_of(piece, dimensions))), "all signed permutations, listed")


def _moves(figure: Figure, results: Results) -> Computed:
    extra = results["matrix"]["extra"]
    if figure.quantity == "displacement":
        return Computed(extra["algebra"]["displacement"], "difference of the squares")
    return Computed(str(extra["algebra"]["moves"]), "smallest combination", detail={"path": extra["path"]})


def _path_picture(comparisons: Sequence[Comparison]) -> Pictures:
    detail = comparisons[0].computed.detail if comparisons[0].computed else None
    if not detail:
        return {}
    board, title = parse_board("8x8"), "The smallest combination of moves from (3,5) to (1,1)"
    path = np.array([board.index(square) for square in detail["path"]])
    return {title: tour_svg(board, KNIGHT, path, closed=False, title=title)}


def _two_boards(_full: bool) -> dict[str, Specification]:
    """Return jobs for the source's example on each of two boards."""
    way = {"kind": "distance", "from": [1, 4], "to": [7, 3]}
    return {f"moves {board}": {**way, "board": board} for board in TWO_BOARDS}


def _example(_full: bool) -> dict[str, Specification]:
    return {"moves 2,2 to 3,4": {"kind": "distance", "board": "8x8", "from": [2, 2], "to": [3, 4]}}


def _apart(figure: Figure, results: Results) -> Computed:
    """Return the moves of a shortest way."""
    job = "moves 2,2 to 3,4" if figure.table == "search_example" else f"moves {figure.board}"
    path = results[job]["extra"]["path"]
    return Computed(str(len(path) - 1), METHOD)


TABLES = (
    *(Table(name, _grid, partial(_grid_job, name), pictures=partial(_grid_picture, name)) for name in GRIDS),
    Table("distance_tables", _grid, _corners, pictures=partial(_grid_picture, "distance_tables")),
    Table("distances_from_corner", _reach, _corners),
    Table("moves_compared", _apart, _two_boards),
    Table("search_example", _apart, _example),
    Table("cube_4x4x4", _reach, _cube, pictures=_cube_picture),
    Table("directions", _directions),
    Table("matrix_example", _moves, _matrix, pictures=_path_picture),
)
