"""Closed tours of a board by number: the index, and one tour enlarged, with links to its neighbours."""

from __future__ import annotations

from typing import Any

from flask import redirect, render_template, request, url_for
from pydantic import Field
from werkzeug.wrappers import Response as AnyResponse

from api.cycles import routes as cycles
from api.cycles.citation import cycle_citation
from api.cycles.routes import PieceQuery
from api.http.problems import ProblemError
from api.openapi.query import parse_query
from api.pages.blueprint import blueprint, inline
from drawing.features import describe_features
from drawing.step_by_step import MAX_STEPPED, stepped_tour_svg
from engine.boards.existence.decide import refutation
from engine.boards.squares import written_square
from engine.boards.symmetry import symmetries
from engine.tours.symmetry_type import symmetry_type


class NumberQuery(PieceQuery):
    """The piece, and the number of a tour."""

    number: str | None = Field(default=None, max_length=500, description="leads to this tour")


@blueprint.get("/boards/<path:label>/cycles")
def cycle_index(label: str) -> str | AnyResponse:
    """Show what the index of a board is, or how to make it; `number` leads to a tour."""
    query = parse_query(NumberQuery, request.args)
    if query.number:
        return redirect(url_for("dashboard.cycle", label=label, number=query.number.strip(), **_piece(query)))
    board, piece = cycles.parse_board(label, query.piece)
    index, why = None, ""
    try:
        index = cycles.index_document(board, piece)
    except ProblemError as error:
        why = error.problem.detail
    possible = refutation(board, piece, "closed", range(board.size)) is None
    return render_template(
        "cycles.html", label=board.label, index=index, why=why, possible=possible, asked=_piece(query)
    )


@blueprint.get("/boards/<path:label>/cycles/random")
def random_cycle(label: str) -> AnyResponse:
    """Redirect to a random closed tour, all equally likely."""
    query = parse_query(PieceQuery, request.args)
    number = cycles.random_number(*cycles.parse_board(label, query.piece))
    return redirect(url_for("dashboard.cycle", label=label, number=number, **_piece(query)))


@blueprint.get("/boards/<path:label>/cycles/<number>")
def cycle(label: str, number: str) -> str:
    """One closed tour, large, with the next and the previous one."""
    query = parse_query(PieceQuery, request.args)
    board, piece = cycles.parse_board(label, query.piece)
    document = cycles.cycle_document(board, piece, number)
    tour = cycles.squares_of(board, document)
    small = board.size <= MAX_STEPPED
    return render_template(
        "cycle.html",
        cycle=document,
        number=int(document.number),
        last=int(document.of),
        asked=_piece(query),
        drawing=inline(stepped_tour_svg(board, piece, tour, closed=True)) if small else None,
        names=[written_square(board, int(square)) for square in tour],
        symmetry=symmetry_type(board, tour, symmetries(board), closed=True),
        features=describe_features(document.statistics),
        citation=cycle_citation(document),
    )


def _piece(query: PieceQuery) -> dict[str, Any]:
    """Return the query of the piece, empty for the knight."""
    return {} if query.piece == "1,2" else {"piece": query.piece}
