"""Tables of fewest moves."""

from __future__ import annotations

from functools import partial

from cli.reproduction.table import Pictures, Results, Specification, Table
from cli.reproduction.verdict import Computed
from drawing.values import distances_svg
from engine.boards.labels import parse_board
from engine.boards.piece import directions_of
from engine.specification.problem import resolve_board
from store.references.data_files import Figure

METHOD = "breadth-first search"
GRIDS = {"distances_8x8": "8x8", "torus_8x8": "torus:8x8", "holed_8x8": "holed-8x8", "heart_9x9": "heart"}
FROM = {"heart_9x9": [9, 5]}
LOWER_LEFT = [8, 1]


def _grid_job(name: str, _full: bool) -> dict[str, Specification]:
    return {name: {"kind": "distance", "board": GRIDS[name], "from": FROM.get(name, LOWER_LEFT)}}


def _grid(figure: Figure, results: Results) -> Computed:
    board = resolve_board(GRIDS[figure.table])
    grid: list[list[int | None]] = [[None] * board.shape[1] for _ in range(board.shape[0])]
    for row in results[figure.table]["distances"]:
        grid[row["square"][0] - 1][row["square"][1] - 1] = row["distance"]
    return Computed(grid, METHOD)


def _grid_picture(name: str, results: Results) -> Pictures:
    board = parse_board(GRIDS[name])
    values = {tuple(row["square"]): row["distance"] for row in results[name]["distances"]}
    title = f"Fewest moves on {board.label}"
    return {title: distances_svg(board, [values[tuple(board.square(n))] for n in range(board.size)], title)}


def _corners(_full: bool) -> dict[str, Specification]:
    return {f"corner {n}x{n}": {"kind": "distance", "board": f"{n}x{n}", "from": [1, 1]} for n in range(3, 9)}


def _cube(_full: bool) -> dict[str, Specification]:
    return {"cube": {"kind": "distance", "board": "4x4x4", "piece": [1, 2, 3], "from": [1, 1, 1]}}


def _matrix(_full: bool) -> dict[str, Specification]:
    return {"matrix": {"kind": "distance", "board": "8x8", "from": [3, 5], "to": [1, 1]}}


def _reach(figure: Figure, results: Results) -> Computed:
    if figure.quantity == "directions":
        return _directions(figure, results)
    extra = results["cube" if figure.board == "4x4x4" else f"corner {figure.board}"]["extra"]
    name = "eccentricity" if figure.quantity == "largest_distance" else figure.quantity
    return Computed(str(extra[name]), METHOD)


def _directions(figure: Figure, _results: Results) -> Computed:
    dimensions = figure.at.get("dimensions", 3)
    piece = tuple(range(1, dimensions + 1))
    return Computed(str(len(directions_of(piece, dimensions))), "all signed permutations, listed")


def _moves(_figure: Figure, results: Results) -> Computed:
    return Computed(str(results["matrix"]["extra"]["algebra"]["moves"]), "smallest combination")


TABLES = (
    *(Table(name, _grid, partial(_grid_job, name), partial(_grid_picture, name)) for name in GRIDS),
    Table("distances_from_corner", _reach, _corners),
    Table("cube_4x4x4", _reach, _cube),
    Table("directions", _directions),
    Table("matrix_example", _moves, _matrix),
)
