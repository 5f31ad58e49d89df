"""`cavalier graph`: the graph of a piece's moves, with degrees, as a table and as pictures."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import click

from cli.errors import invalid
from cli.options import FILE, json_option, print_json
from cli.output import echo_message
from drawing.amounts import amount
from drawing.graph import graph_svg
from drawing.projection import space_svg
from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.boards.piece import directions_of, piece_of_key
from engine.boards.squares import parse_square
from engine.errors import InvalidProblemError
from language.translate import gettext

MAX_SQUARES = 1_000_000


@click.command(short_help="Describe and draw the graph of a piece's moves.")
@click.argument("board")
@click.option("--piece", default="1,2", show_default=True, help="The components of the piece's leap.")
@click.option("--svg", type=FILE, help="Draw it in the plane, each square with its degree.")
@click.option("--space", type=FILE, help="Draw it in space: boxes, cubes, tori, cylinders, Moebius strips.")
@click.option("--from", "start", help="In space, arrows for the moves from this square alone.")
@click.option("--turn", type=click.IntRange(0, 360), default=30, show_default=True, help="Degrees, in space.")
@click.option("--tilt", type=click.IntRange(0, 90), default=25, show_default=True, help="Degrees, in space.")
@json_option
def graph(
    *,
    board: str,
    piece: str,
    svg: Path | None,
    space: Path | None,
    start: str | None,
    turn: int,
    tilt: int,
    as_json: bool,
) -> None:
    """Tell how many squares of BOARD have how many moves, and draw the graph of the moves."""
    try:
        ground = parse_board(board)
        if ground.size > MAX_SQUARES:
            raise InvalidProblemError("/board", f"has at most {MAX_SQUARES:,} squares")  # noqa: TRY301
        leaper = piece_of_key(piece)
        directions_of(leaper, ground.dimensions)
        square = None if start is None else parse_square(ground, start, "/from")
        if svg is not None:
            svg.write_text(graph_svg(ground, leaper), encoding="utf-8")
        if space is not None:
            space.write_text(space_svg(ground, leaper, square, turn=turn, tilt=tilt), encoding="utf-8")
        degrees = move_graph(ground, leaper).degrees
    except InvalidProblemError as error:
        raise invalid([{"pointer": error.pointer, "detail": error.message}]) from error
    except ValueError as error:
        raise invalid([{"pointer": "/piece", "detail": "is numbers as in 1,3"}]) from error
    by_degree = sorted(Counter(degrees.tolist()).items())
    if as_json:
        squares = dict(by_degree)
        print_json(
            {"board": ground.label, "squares": ground.size, "moves": int(degrees.sum()) // 2, "degrees": squares}
        )
        return
    moves = int(degrees.sum()) // 2
    size, edges = amount(ground.size, "square"), amount(moves, "move")
    echo_message(gettext("%(board)s: %(squares)s, %(moves)s", board=ground.label, squares=size, moves=edges))
    for degree, count in by_degree:
        echo_message(f"degree {degree}: {count}")
