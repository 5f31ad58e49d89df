"""Tables made by searching trees: Warnsdorff's ties, plain backtracking, all tours of 5x5, the links of the board."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from cli.reproduction.table import Pictures, Results, Specification, Table, by_square, count_of
from cli.reproduction.verdict import Computed
from drawing.board_bars import board_bars_svg
from drawing.values import heat_map_svg
from engine.boards.board import Board
from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.boards.piece import KNIGHT
from engine.search.tree import branch_string
from store.references.data_files import Figure, all_figures

SOURCE_ORDER = [[2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2], [1, 2], [2, 1]]
ASCENDING = sorted(SOURCE_ORDER)
CORNER = [[1, 1]]
Moves = list[tuple[int, int]]
"""For each move how many branches there were and which was taken, from 1."""


def tie_tree(_full: bool) -> dict[str, Specification]:
    """Return the search of all ties of Warnsdorff's rule."""
    return {"tie tree": {"kind": "enumerate", "board": "8x8", "method": "warnsdorff"}}


def all_5x5(_full: bool) -> dict[str, Specification]:
    """Return the search of all tours of 5x5."""
    return {"5x5": {"kind": "enumerate", "board": "5x5", "method": "backtrack"}}


def _limited(order: list[list[int]], tours: int) -> Specification:
    search = {"kind": "enumerate", "board": "8x8", "method": "backtrack", "starts": CORNER, "order": order}
    return search | {"limit": {"tours": tours}, "store": "all"}


def backtracking(_full: bool) -> dict[str, Specification]:
    """Return the searches up to the first and the 777th tour from the corner."""
    return {f"tour {number}": _limited(SOURCE_ORDER, number) for number in (1, 777)}


def delphi(_full: bool) -> dict[str, Specification]:
    """Return the search up to the first tour in ascending order."""
    return {"first ascending": _limited(ASCENDING, 1)}


def two_days(full: bool) -> dict[str, Specification]:
    """Return the search of 12 thousand million squares, some minutes, in full runs."""
    search = _limited(ASCENDING, 1) | {"limit": {"nodes": 12_000_000_000}, "store": "none"}
    return {"two days": search} if full else {}


def by_start(job: str) -> Any:  # noqa: ANN401  a rule as tables want it
    """Return the rule that reads a quantity off the start squares of a job, or off its totals."""

    def compute(figure: Figure, results: Results) -> Computed | None:
        result = results[job]
        place = figure.at.get("square")
        row: Mapping[str, Any] = by_square(result)[tuple(place)] if place else {}
        value = row.get(figure.quantity) if place else count_of(result, figure.quantity)
        return None if value is None else Computed(value, result["job"]["spec"]["method"])

    return compute


def _example(figure: Figure, _results: Results) -> Computed | None:
    grid = next(f.value for f in all_figures() if f.table == figure.table and f.quantity == "tour")
    moves = branch_string(move_graph(parse_board("8x8"), KNIGHT), _order(grid), tied=True)
    if figure.quantity == "tour":
        legal = all(taken > 0 for _, taken in moves)
        return Computed(grid if legal else "breaks the rule", "replayed move by move")
    return Computed("".join(str(count) for count, _ in moves), "replayed move by move")


def _order(grid: list[list[int]]) -> list[int]:
    """Return the numbers of the squares in the order of a numbered board."""
    numbers = [number for row in grid for number in row]
    return sorted(range(len(numbers)), key=numbers.__getitem__)


def _backtracking(figure: Figure, results: Results) -> Computed | None:
    result = results[f"tour {figure.at['solution']}"]
    if figure.quantity in ("dead_ends", "nodes"):
        value = count_of(result, figure.quantity)
        return None if value is None else Computed(value, "backtrack")
    if figure.quantity == "trials":
        leaves = int(count_of(result, "dead_ends") or 0) + int(count_of(result, "tours") or 0)
        return Computed(str(leaves - 1), "backtrack")
    tour, moves = _last(result["tours"])
    return Computed(_grid(tour), "backtrack") if figure.quantity == "tour" else _replayed(figure.quantity, moves)


def _last(tours: list[Mapping[str, Any]]) -> tuple[list[list[int]], Moves]:
    """Return the tour that the search met last, whose branches are the greatest, with its branches."""
    graph = move_graph(parse_board("8x8"), KNIGHT, tuple((row, column) for row, column in SOURCE_ORDER))
    squares = [tour["squares"] for tour in tours]
    moves = [branch_string(graph, [8 * (row - 1) + column - 1 for row, column in path]) for path in squares]
    last = max(range(len(moves)), key=lambda number: [taken for _, taken in moves[number]])
    return squares[last], moves[last]


def _replayed(quantity: str, moves: Moves) -> Computed:
    """Return the string of available moves, of branches taken, or the product of the former."""
    if quantity == "product_of_available_moves":
        return Computed(math.prod(count for count, _ in moves), "replayed move by move")
    part = 0 if quantity == "available_moves" else 1
    return Computed("".join(str(move[part]) for move in moves), "replayed move by move")


def _grid(tour: list[list[int]]) -> list[list[int]]:
    grid = [[0] * 8 for _ in range(8)]
    for number, (row, column) in enumerate(tour, 1):
        grid[row - 1][column - 1] = number
    return grid


def _first(_figure: Figure, results: Results) -> Computed | None:
    value = count_of(results["first ascending"], "jumps")
    return None if value is None else Computed(value, "backtrack")


def _two_days(figure: Figure, results: Results) -> Computed | None:
    if "two days" not in results:
        return None
    value = int(count_of(results["two days"], "nodes" if figure.quantity == "jumps" else "tours") or 0)
    return Computed(value, "backtrack")


def _graph(figure: Figure, _results: Results) -> Computed | None:
    graph = move_graph(parse_board("8x8"), KNIGHT)
    if figure.quantity == "links":
        return Computed(str(2 * graph.edges), "move graph")
    degrees = [sum(other >= 0 for other in row) for row in graph.neighbours.tolist()]
    return Computed(str(math.prod(degrees) // 2), "move graph")


def _tie_pictures(results: Results) -> Pictures:
    board = parse_board("8x8")
    return {
        title: heat_map_svg(board, _values(board, results["tie tree"], quantity), title)
        for quantity, title in (
            ("tours", "Tours by Warnsdorff's rule, by start square"),
            ("closed", "Closed ones"),
            ("dead_ends", "Dead ends"),
        )
    }


def _values(board: Board, result: Mapping[str, Any], quantity: str) -> list[int | None]:
    rows = by_square(result)
    return [int(rows[tuple(board.square(number))][quantity]) for number in range(board.size)]


def _bars(results: Results) -> Pictures:
    rows = by_square(results["5x5"])
    grid = [[int(rows[row, column]["tours"]) for column in range(1, 6)] for row in range(1, 6)]
    return {"All tours of 5x5 by start square": board_bars_svg("All 1728 tours of 5x5 by start square", grid)}


TABLES = (
    Table("warnsdorff_tree_8x8", by_start("tie tree"), tie_tree, _tie_pictures),
    Table("warnsdorff_example_8x8", _example),
    Table("backtrack_8x8_from_corner", _backtracking, backtracking),
    Table("upper_bound_8x8", _graph),
    Table("links", _graph),
    Table("first_solution", _first, delphi),
    Table("two_days", _two_days, two_days, missing="some minutes of search: only in full runs"),
    Table("tours_5x5_by_start", by_start("5x5"), all_5x5, _bars),
    Table("paths_by_start_5x5", by_start("5x5"), all_5x5),
)
