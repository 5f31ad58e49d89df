"""Tables made by searching trees: Warnsdorff's ties, plain backtracking, all tours of 5x5."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

from drawing.board_bars import board_bars_svg
from drawing.charts import Chart, Series
from engine.boards.labels import parse_board
from engine.boards.move_graph import MoveGraph, move_graph
from engine.boards.piece import KNIGHT
from engine.search.tree import branch_string
from findings.references.data_files import Figure, all_figures
from language.translate import gettext_noop
from reproduction.pictures import class_map, draw_numbered, of, order_of
from reproduction.table import Compute, Pictures, Results, Specification, Table, by_square, count_of
from reproduction.verdict import Comparison, Computed

SOURCE_ORDER = [[2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2], [1, 2], [2, 1]]
ASCENDING = sorted(SOURCE_ORDER)
CORNER, MIDDLE = [[1, 1]], [4, 4]
MIDDLE_NODES = 1_627_380_782
"""The squares that the search from the corner enters up to its 777th tour; how far the source searched is not known."""

JUMPS_ROUNDING = 0.5 / 12
"""The share of the printed 12 thousand million jumps that rounding may hide: the tours found are as uncertain."""

DELPHI = ("board-array", "link-cutting")
REPLAYED = gettext_noop("replayed move by move")
Moves = list[tuple[int, int]]
"""For each move the number of branches, and the number of the one taken, from 1."""


def tie_tree(_full: bool) -> dict[str, Specification]:
    """Return the search of all ties of Warnsdorff's rule."""
    return {"tie tree": {"kind": "enumerate", "board": "8x8", "method": "warnsdorff"}}


def all_5x5(_full: bool) -> dict[str, Specification]:
    """Return the search of all tours of 5x5."""
    return {"5x5": {"kind": "enumerate", "board": "5x5", "method": "backtrack"}}


def _limit(order: list[list[int]], tours: int) -> Specification:
    search = {"kind": "enumerate", "board": "8x8", "method": "backtrack", "starts": CORNER, "order": order}
    return search | {"limit": {"tours": tours}, "store": "all"}


def backtracking(_full: bool) -> dict[str, Specification]:
    """Return the searches up to the first and the 777th tour from the corner."""
    return {f"tour {number}": _limit(SOURCE_ORDER, number) for number in (1, 777)}


def common(full: bool) -> dict[str, Specification]:
    """Return, in full runs, a search for 2500 tours from the corner, and one of MIDDLE_NODES from the middle."""
    middle = _limit(SOURCE_ORDER, 1) | {"starts": [MIDDLE], "limit": {"nodes": MIDDLE_NODES}, "store": "none"}
    return {"tour 2500": _limit(SOURCE_ORDER, 2500), "from the middle": middle} if full else {}


def delphi(_full: bool) -> dict[str, Specification]:
    """Return the source's two searches, each up to the first tour in ascending order."""
    return {f"first tour, {way}": _limit(ASCENDING, 1) | {"method": way, "store": "none"} for way in DELPHI}


def two_days(full: bool) -> dict[str, Specification]:
    """Return the search of 12 thousand million squares, some minutes, in full runs."""
    search = _limit(ASCENDING, 1) | {"limit": {"nodes": 12_000_000_000}, "store": "none"}
    return {"two days": search} if full else {}


def by_start(job: str) -> Compute:
    """Return the rule that reads a quantity off the start squares of a job, or off its totals."""

    def compute(figure: Figure, results: Results) -> Computed | None:
        result = results[job]
        place = figure.at.get("square")
        row: Mapping[str, object] = by_square(result)[tuple(place)] if place else {}
        value = row.get(figure.quantity) if place else count_of(result, figure.quantity)
        return None if value is None else Computed(value, result["job"]["spec"]["method"])

    return compute


def _example(figure: Figure, _results: Results) -> Computed:
    grid = next(f.value for f in all_figures() if f.table == figure.table and f.quantity == "tour")
    moves = branch_string(_source_graph(), order_of(grid).tolist(), tied=True)
    if figure.quantity == "tour":
        legal = all(taken > 0 for _, taken in moves)
        return Computed(grid if legal else "breaks the rule", REPLAYED)
    return _string(figure.quantity, moves)


def _example_pictures(comparisons: Sequence[Comparison]) -> Pictures:
    (tour,) = of(comparisons, "tour")
    strings = [one for one in of(comparisons, "tied_candidates") if one.computed is not None]
    drawn = draw_numbered(tour.figure.value, gettext_noop("The tour by Warnsdorff's rule that the source prints"))
    for one in strings:
        assert one.computed is not None
        title = "Tied candidates at each move: the printed string, and the one of the printed tour"
        series = [Series("printed", _digits(one.figure.value)), Series("of the tour", _digits(one.computed.value))]
        drawn[title] = Chart("ties", title, "move", "candidates", series).svg()
    return drawn


def _digits(text: str) -> list[tuple[float, float]]:
    return [(float(move), float(digit)) for move, digit in enumerate(text, 1)]


def _backtrack_pictures(comparisons: Sequence[Comparison]) -> Pictures:
    (tour,) = of(comparisons, "tour")
    drawn = draw_numbered(tour.figure.value, gettext_noop("The 777th tour from the corner"))
    title = "Moves available at each move of the 777th tour"
    series = [
        series
        for one in of(comparisons, "available_moves")
        for series in (
            Series("printed", _digits(one.figure.value), "marks"),
            Series("recomputed", _digits(one.computed.value if one.computed else "")),
        )
    ]
    return drawn | {title: Chart("available", title, "move", "moves", series).svg()}


def _solution_uses(figure: Figure, name: str, _specification: Specification) -> bool:
    return name == f"tour {figure.at['solution']}"


def _backtracking(figure: Figure, results: Results) -> Computed | None:
    result = results[f"tour {figure.at['solution']}"]
    if figure.quantity in ("dead_ends", "nodes"):
        value = count_of(result, figure.quantity)
        return None if value is None else Computed(value, "backtrack")
    if figure.quantity == "trials":
        leaves = int(count_of(result, "dead_ends") or 0) + int(count_of(result, "tours") or 0)
        return Computed(str(leaves - 1), "backtrack")
    tour, moves = _last(result["tours"])
    return Computed(_grid(tour), "backtrack") if figure.quantity == "tour" else _replay(figure.quantity, moves)


def _last(tours: list[Mapping[str, Any]]) -> tuple[list[list[int]], Moves]:
    """Return the tour that the search met last, whose branches are the greatest, with its branches."""
    graph = _source_graph()
    squares = [tour["squares"] for tour in tours]
    moves = [branch_string(graph, [8 * (row - 1) + column - 1 for row, column in path]) for path in squares]
    last = max(range(len(moves)), key=lambda number: [taken for _, taken in moves[number]])
    return squares[last], moves[last]


def _replay(quantity: str, moves: Moves) -> Computed:
    """Return the string of available moves, of branches taken, or the product of the former."""
    if quantity == "product_of_available_moves":
        return Computed(math.prod(count for count, _ in moves), REPLAYED)
    return _string(quantity, moves)


def _string(quantity: str, moves: Moves) -> Computed:
    part = 1 if quantity == "branches_taken" else 0
    return Computed("".join(str(move[part]) for move in moves), REPLAYED)


def _source_graph() -> MoveGraph:
    """Return the moves of 8x8, each square's in the order of the source's directions."""
    return move_graph(parse_board("8x8"), KNIGHT, tuple((row, column) for row, column in SOURCE_ORDER))


def _grid(tour: list[list[int]]) -> list[list[int]]:
    grid = [[0] * 8 for _ in range(8)]
    for number, (row, column) in enumerate(tour, 1):
        grid[row - 1][column - 1] = number
    return grid


def _shares(figure: Figure, results: Results) -> Computed:
    """Return the share of closed tours among tours, or of dead ends or tours among leaves: exact."""
    tours, closed, dead = (int(count_of(results["tie tree"], name) or 0) for name in ("tours", "closed", "dead_ends"))
    parts = {
        "closed_share": (closed, tours),
        "dead_end_share": (dead, tours + dead),
        "tour_share": (tours, tours + dead),
    }
    part, whole = parts[figure.quantity]
    return Computed(part / whole, f"the tree of all ties: {part:,} of {whole:,}")


def _common(figure: Figure, results: Results) -> Computed | None:
    """Return how many first or last moves the tours found from the corner share; or the tours from the middle."""
    if figure.quantity == "tours_found":
        result = results["from the middle"]
        words = f"backtrack, {int(count_of(result, 'nodes') or 0):,} squares entered"
        return Computed(count_of(result, "tours"), words)
    tours = [tour["squares"] for tour in results["tour 2500"]["tours"]]
    if figure.quantity == "common_last_moves":
        tours = [tour[::-1] for tour in tours]
    same = len(list(takewhile(lambda squares: all(one == squares[0] for one in squares), zip(*tours, strict=True))))
    return Computed(str(same - 1), f"backtrack, the first {len(tours):,} tours")


def _common_uses(figure: Figure, name: str, _specification: Specification) -> bool:
    return name == ("from the middle" if figure.quantity == "tours_found" else "tour 2500")


def _first(_figure: Figure, results: Results) -> Computed | None:
    """Return the jumps of both searches of the source, which must be the same."""
    jumps = {way: count_of(results[f"first tour, {way}"], "jumps") for way in DELPHI}
    values = set(jumps.values())
    return Computed(values.pop() if len(values) == 1 else str(jumps), "its own two searches: " + " and ".join(jumps))


def _two_days(figure: Figure, results: Results) -> Computed | None:
    if "two days" not in results:
        return None
    value = int(count_of(results["two days"], "nodes" if figure.quantity == "jumps" else "tours") or 0)
    return Computed(value, "backtrack", error=value * JUMPS_ROUNDING if figure.quantity == "tours" else None)


def _tie_pictures(comparisons: Sequence[Comparison]) -> Pictures:
    drawn: Pictures = {}
    for quantity, title in (
        ("tours", gettext_noop("Tours by Warnsdorff's rule, by start square")),
        ("closed", gettext_noop("Closed ones")),
        ("dead_ends", gettext_noop("Dead ends")),
    ):
        drawn |= class_map(comparisons, quantity, title)
    return drawn


def _bars(comparisons: Sequence[Comparison]) -> Pictures:
    grid = [[0] * 5 for _ in range(5)]
    for one in comparisons:
        if "square" in one.figure.at and one.computed is not None:
            row, column = one.figure.at["square"]
            grid[row - 1][column - 1] = int(one.computed.value)
    title = f"All {sum(map(sum, grid))} tours of 5x5 by start square"
    return {title: board_bars_svg(title, grid)}


LONG = gettext_noop("some minutes of search: only in full runs")

TABLES = (
    Table("warnsdorff_tree_8x8", by_start("tie tree"), tie_tree, pictures=_tie_pictures),
    Table("warnsdorff_shares_8x8", _shares, tie_tree),
    Table("warnsdorff_example_8x8", _example, pictures=_example_pictures),
    Table("backtrack_8x8_from_corner", _backtracking, backtracking, _solution_uses, _backtrack_pictures),
    Table("common_moves_8x8", _common, common, _common_uses, missing=LONG),
    Table("first_solution", _first, delphi),
    Table("two_days", _two_days, two_days, missing=LONG),
    Table("tours_5x5_by_start", by_start("5x5"), all_5x5, pictures=_bars),
    Table("paths_by_start_5x5", by_start("5x5"), all_5x5),
)
