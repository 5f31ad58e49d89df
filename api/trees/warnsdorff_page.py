"""Warnsdorff's rule, move by move: the ways on from every square before and after a move, and what the rule chose."""

from __future__ import annotations

import random

from flask import Response, render_template, request
from pydantic import Field

from api.http.svg_responses import drawing
from api.openapi.query import parse_query
from api.pages.blueprint import blueprint, inline
from api.pages.downloads import csv_file
from api.trees.search_tree import exits_of, random_walk
from api.trees.tree_page import BoardQuery, problem_of_query
from drawing.onward_moves import exits_svg
from engine.boards.move_graph import MoveGraph
from engine.boards.squares import written_square
from language.translate import gettext, gettext_noop
from phrasing.texts import Whole


class RuleQuery(BoardQuery):
    """Which walk, and which of its moves."""

    board: str = Field(default="8x8", max_length=1100)
    seed: Whole = Field(default=1, ge=0)
    move: Whole = Field(default=1, ge=1, description="the move that is looked at; past the last one, the last")


@blueprint.get("/warnsdorff")
def warnsdorff() -> str:
    """Show a move of a walk by Warnsdorff's rule, ties at random."""
    query = parse_query(RuleQuery, request.args)
    board, _, graph, start = problem_of_query(query)
    walk, move = _walk(query, graph, start)
    before = walk[:move]
    left, after = exits_of(graph, before), exits_of(graph, walk[: move + 1])
    choices = {square: left[square] for square in graph.lists[before[-1]] if square in left}
    names = {square: written_square(board, square) for square in walk + list(choices)}
    return render_template(
        "rule.html",
        query=query,
        board=board,
        walk=walk,
        move=move,
        names=names,
        choices=sorted(choices.items(), key=lambda one: one[1]),
        fewest=min(choices.values(), default=None),
        boards=[(name, inline(svg)) for name, svg in _boards(query).items()],
        changed={square: (left[square], count) for square, count in after.items() if left[square] != count},
    )


@blueprint.get("/warnsdorff/<any(before, after):name>.<any(svg, csv):form>")
def warnsdorff_file(name: str, form: str) -> Response:
    """Send one of the two boards, or its numbers."""
    query = parse_query(RuleQuery, request.args)
    if form == "svg":
        return drawing(_boards(query)[name])
    board, _, graph, start = problem_of_query(query)
    walk, move = _walk(query, graph, start)
    exits = exits_of(graph, walk[: move + (name == "after")])
    return csv_file([["square", "ways on"], *([written_square(board, s, named=False), n] for s, n in exits.items())])


def _walk(query: RuleQuery, graph: MoveGraph, start: int) -> tuple[list[int], int]:
    """Return the squares of the walk, and the number of the move that is looked at."""
    walk = random_walk(graph, start, random.Random(query.seed), careful=True)
    return walk, min(query.move, max(1, len(walk) - 1))


def _boards(query: RuleQuery) -> dict[str, str]:
    board, piece, graph, start = problem_of_query(query)
    walk, move = _walk(query, graph, start)
    drawn = {}
    for name, path in (("before", walk[:move]), ("after", walk[: move + 1])):
        exits = exits_of(graph, path)
        choices = [square for square in graph.lists[path[-1]] if square in exits]
        fewest = min((exits[square] for square in choices), default=0)
        best = [square for square in choices if exits[square] == fewest]
        before = gettext_noop("Ways on from each square of %(board)s before move %(move)s")
        after = gettext_noop("Ways on from each square of %(board)s after move %(move)s")
        title = gettext(before if name == "before" else after, board=board.label, move=move)
        drawn[name] = exits_svg(board, piece, path, exits, title, choices=choices, best=best)
    return drawn
