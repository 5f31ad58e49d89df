"""The graph of a piece's moves on any board, flat and, where the board has one, in space."""

from __future__ import annotations

from collections import Counter

from flask import Response, render_template, request
from pydantic import Field

from api.http.problems import Fault, invalid
from api.http.svg_responses import drawing
from api.openapi.query import parse_query
from api.pages.blueprint import blueprint, inline
from api.trees.tree_page import BoardQuery, problem_of_query
from drawing.graph import graph_svg
from drawing.projection import in_space, space_svg
from engine.errors import InvalidProblemError
from phrasing.texts import Flag, Whole


class GraphQuery(BoardQuery):
    """The graph, and the direction from which it is seen in space."""

    board: str = Field(default="8x8", max_length=1100)
    turn: Whole = Field(default=30, ge=0, le=360)
    tilt: Whole = Field(default=25, ge=0, le=90)
    all: Flag = Field(default=False, description="every move, not those of one square alone")


@blueprint.get("/graph")
def graph() -> str:
    """Draw the graph with degrees, and the board in space."""
    query = parse_query(GraphQuery, request.args)
    board, _, graph, _ = problem_of_query(query)
    degrees = sorted(Counter(graph.degrees.tolist()).items())
    flat = inline(_draw(query, in_the_plane=True))
    edges = int(graph.degrees.sum()) // 2
    return render_template(
        "graph.html", query=query, board=board, degrees=degrees, edges=edges, flat=flat, space=in_space(board)
    )


@blueprint.get("/graph/<any(plane, space):name>.svg")
def graph_drawing(name: str) -> Response:
    """Send one of the two pictures."""
    return drawing(_draw(parse_query(GraphQuery, request.args), in_the_plane=name == "plane"))


def _draw(query: GraphQuery, *, in_the_plane: bool) -> str:
    board, piece, _, start = problem_of_query(query)
    try:
        if in_the_plane:
            return graph_svg(board, piece)
        return space_svg(board, piece, None if query.all else start, turn=query.turn, tilt=query.tilt)
    except InvalidProblemError as error:
        raise invalid([Fault(parameter=error.pointer.strip("/"), detail=error.message)]) from error
