"""Pictures of a search: its depth step by step, its branches, and random walks on the same board."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Annotated, Literal

import numpy as np
from flask import Response, render_template, request
from pydantic import Field

from api.http.problems import Fault, invalid, not_found
from api.http.svg_responses import drawing
from api.openapi.query import Query, parse_query
from api.pages.blueprint import blueprint, inline
from api.pages.charts import chart_file, draw_charts
from api.pages.downloads import csv_file
from api.trees.search_tree import Trace, random_walk, trace, tree_of
from drawing.amounts import amount
from drawing.charts import Chart, Series
from drawing.tour import tour_svg
from drawing.tree import tree_svg
from engine.boards.board import Board
from engine.boards.labels import parse_board
from engine.boards.move_graph import MoveGraph, move_graph
from engine.boards.piece import KNIGHT, Piece, directions_of, piece_of_key
from engine.boards.squares import parse_square, written_square
from engine.errors import InvalidProblemError
from language.translate import gettext, gettext_noop
from phrasing.texts import Whole

MAX_SQUARES = 400
MAX_DIRECTIONS = 64
WALKS = 3
ATTEMPTS = 20


class BoardQuery(Query):
    """A board, and the square to begin at."""

    board: str = Field(default="6x6", max_length=1100)
    piece: str = Field(default="knight", max_length=40)
    start: Annotated[str, Field(max_length=40)] = ""


class TreeQuery(BoardQuery):
    """Which search."""

    nodes: Whole = Field(default=40, ge=2, le=600, description="of the tree that is drawn")
    order: Literal["levels", "search"] = Field(default="levels", description="in which its nodes are listed")
    rule: Literal["none", "warnsdorff"] = "none"
    steps: Whole = Field(default=1500, ge=10, le=20_000)
    seed: Whole = Field(default=1, ge=0)


@dataclass(frozen=True)
class Path:
    """A path that some way of walking found, with its drawing."""

    name: str
    title: str
    squares: list[int]
    whole: bool
    svg: str


@blueprint.get("/tree")
def tree() -> str:
    """Draw the search and the walks."""
    query = parse_query(TreeQuery, request.args)
    board, piece, graph, start = problem_of_query(query)
    found = trace(graph, start, query.steps)
    charts = draw_charts(_charts(found))
    paths = [(path, inline(path.svg)) for path in _paths((board, piece, graph), start, query.seed, found)]
    drawn = inline(_tree(query))
    return render_template("tree.html", query=query, board=board, trace=found, charts=charts, paths=paths, drawn=drawn)


@blueprint.get("/tree/tree.svg")
def tree_drawing() -> Response:
    """Send the tree."""
    return drawing(_tree(parse_query(TreeQuery, request.args)))


def _tree(query: TreeQuery) -> str:
    board, _, graph, start = problem_of_query(query)
    careful = query.rule == "warnsdorff"
    tree = tree_of(graph, start, query.nodes, in_depth=query.order == "search", careful=careful)
    names = [written_square(board, square) for square in tree.squares]
    title = gettext(
        "The first %(nodes)s of the search tree of %(board)s", nodes=amount(len(names), "node"), board=board.label
    )
    title += gettext(" by Warnsdorff's rule") if careful else ""
    return tree_svg(tree.parents, names, tree.whole, tree.open_, title)


@blueprint.get("/tree/<name>.<any(svg, csv):form>")
def tree_file(name: str, form: str) -> Response:
    """Send a chart or a path of the page as a file."""
    query = parse_query(TreeQuery, request.args)
    board, piece, graph, start = problem_of_query(query)
    found = trace(graph, start, query.steps)
    for chart in _charts(found):
        if chart.name == name:
            return chart_file(chart, form)
    for path in _paths((board, piece, graph), start, query.seed, found):
        if path.name == name:
            rows: list[list[object]] = [
                ["move", "square"],
                *([index, str(board.square(s))] for index, s in enumerate(path.squares, 1)),
            ]
            return drawing(path.svg) if form == "svg" else csv_file(rows)
    raise not_found(f"picture {name!r}")


def problem_of_query(query: BoardQuery) -> tuple[Board, Piece, MoveGraph, int]:
    """Return board, piece, move graph and start square; the 422 problem that names a wrong parameter."""
    parameter = "board"
    try:
        board = parse_board(query.board)
        if board.size > MAX_SQUARES:
            raise InvalidProblemError("", f"only boards of at most {MAX_SQUARES} squares are drawn here")  # noqa: TRY301
        parameter = "piece"
        given = query.piece.strip()
        piece = KNIGHT if given in ("", "knight") else piece_of_key(given)
        if len(directions_of(piece, board.dimensions)) > MAX_DIRECTIONS:
            raise InvalidProblemError("", f"only pieces of at most {MAX_DIRECTIONS} directions are drawn")  # noqa: TRY301
        graph = move_graph(board, piece)
        parameter = "start"
        return board, piece, graph, parse_square(board, query.start.strip()) if query.start else 0
    except InvalidProblemError as error:
        raise invalid([Fault(parameter=parameter, detail=error.message)]) from error
    except ValueError as error:
        raise invalid([Fault(parameter=parameter, detail="is knight, or numbers as in 1,3")]) from error


def _charts(found: Trace) -> list[Chart]:
    depths = [(float(step), float(depth)) for step, depth in enumerate(found.depths)]
    branches = [(float(depth), float(count)) for depth, count in enumerate(found.branches, start=1)]
    return [
        Chart("depth", "Depth of the search, step by step", "step", "squares on the path", [Series("depth", depths)]),
        Chart("branches", "Moves tried at each depth", "depth", "moves tried", [Series("moves", branches, "bars")]),
    ]


def _paths(ground: tuple[Board, Piece, MoveGraph], start: int, seed: int, found: Trace) -> list[Path]:
    board, piece, graph = ground
    chance = random.Random(seed)
    walks = [
        (f"walk-{index}", gettext_noop("Random walk"), random_walk(graph, start, chance))
        for index in range(1, WALKS + 1)
    ]
    careful = ("warnsdorff", "Warnsdorff's rule", _whole_walk(graph, start, chance))
    named = [("deepest", gettext_noop("The search's longest path"), list(found.deepest)), careful, *walks]
    return [_path(board, piece, *one) for one in named]


def _whole_walk(graph: MoveGraph, start: int, chance: random.Random) -> list[int]:
    """Walk by Warnsdorff's rule, again if it got stuck; return the first Hamiltonian path, else the last walk."""
    for _ in range(ATTEMPTS):
        walk = random_walk(graph, start, chance, careful=True)
        if len(walk) == graph.size:
            break
    return walk


def _path(board: Board, piece: Piece, name: str, title: str, squares: list[int]) -> Path:
    svg = tour_svg(board, piece, np.array(squares), closed=False, numbered=False)
    return Path(name, title, squares, len(squares) == board.size, svg)
