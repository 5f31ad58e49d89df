"""`cavalier verify`: check a tour from a file, however it was made and written."""

from __future__ import annotations

import io
from typing import IO, Any

import click
import numpy as np
from numpy.typing import NDArray

from cli.errors import FAILED, problem
from cli.options import json_option, print_json
from cli.output import echo_message
from engine.boards.board import Board
from engine.boards.labels import parse_board
from engine.boards.masks import board_from_rows
from engine.boards.move_graph import move_graph
from engine.boards.piece import directions_of, piece_of_key
from engine.errors import InvalidProblemError
from engine.search.tree import branch_string
from engine.tours.parse import parse_tour
from engine.tours.verify import Fault, closing, first_fault
from language.translate import translate
from phrasing.pieces import piece_words

NUMPY_MAGIC = b"\x93NUMPY"


@click.command(short_help="Check a tour from a file.")
@click.argument("file", type=click.File("rb"))
@click.option("--board", "label", help="The board, such as 8x8 or torus:6x9; a grid tells its own.")
@click.option("--piece", default="1,2", show_default=True, help="The components of the piece's leap.")
@click.option("--closed/--open", "closed", default=None, help="Ask also that the tour closes, or that it does not.")
@click.option("--branches", type=click.Choice(["all", "warnsdorff"]), help="Tell the branches of its search as well.")
@click.option("--order", help='Directions in the order to be tried, as "2,-1 1,-2 ..."; for --branches.')
@json_option
def verify(
    *,
    file: IO[bytes],
    label: str | None,
    piece: str,
    closed: bool | None,
    branches: str | None,
    order: str | None,
    as_json: bool,
) -> None:
    """Check that FILE (- for standard input) holds a tour, and name its first fault.

    FILE is a grid of move numbers, a list of squares ("a1 c2 ..." or [row, column] pairs), a start square with a colon
    and directions, or a numpy file of square numbers. The exit code is 0 for a tour, 1 for a fault, 2 for text that
    cannot be read as a tour.

    --branches tells for each move how many branches a search had there and the number of the one taken, from 1: "all"
    free squares, or those to which the rule of "warnsdorff" leads (number 0: against the rule).
    """
    content = file.read()
    try:
        components = piece_of_key(piece)
        if label is None:
            content = _grid_alone(content)
        board = parse_board(label) if label else _grid_board(content)
        tour = _read(content, board, components)
        directions = _directions(order, board, components)
    except (ValueError, InvalidProblemError) as error:
        raise problem("Unreadable tour", str(error), status=422) from error
    fault = first_fault(board, components, tour, closed=closed)
    document = _describe(board, components, tour, fault)
    if branches is not None and fault is None:
        graph = move_graph(board, components, directions)
        moves = branch_string(graph, tour.tolist(), tied=branches == "warnsdorff")
        document |= {"branches": [count for count, _ in moves], "taken": [number for _, number in moves]}
    if as_json:
        print_json(document)
    else:
        echo_message(document["summary"])
        for name in ("branches", "taken"):
            if name in document:
                click.echo(f"{translate(name)}: {' '.join(map(str, document[name]))}")
    if fault is not None:
        raise click.exceptions.Exit(FAILED)


def _directions(order: str | None, board: Board, piece: tuple[int, ...]) -> list[tuple[int, ...]] | None:
    """Return the directions in an order given as text; ValueError where they are not all those of the piece."""
    if order is None:
        return None
    given = [tuple(int(part) for part in direction.split(",")) for direction in order.split()]
    if sorted(given) != sorted(directions_of(piece, board.dimensions)):
        raise ValueError("the order must list every direction of the piece once")
    return given


def _grid_alone(content: bytes) -> bytes:
    """Return a grid of numbers without the words above it, such as the answer that `cavalier tour` prints."""
    if content.startswith(NUMPY_MAGIC):
        return content
    lines = content.decode().splitlines()
    while lines and not any(token.isdigit() for token in _tokens(lines[0])):
        del lines[0]
    return "\n".join(lines).encode()


def _tokens(line: str) -> list[str]:
    return line.replace("|", " ").replace(",", " ").split()


def _grid_board(content: bytes) -> Board:
    """Return the board of a grid of numbers: its rows and columns, without the squares that are not numbers."""
    if content.startswith(NUMPY_MAGIC):
        raise InvalidProblemError("/board", "a numpy file does not tell its board: give --board")
    lines = [_tokens(line) for line in content.decode().splitlines()]
    rows = ["".join("#" if token.isdigit() else "." for token in line) for line in lines if line]
    if len(rows) < 2 or "#" not in "".join(rows) or len({len(row) for row in rows}) != 1:
        raise InvalidProblemError("/board", "this is no grid of numbers with rows of one length: give --board")
    return board_from_rows(rows)


def _read(content: bytes, board: Board, piece: tuple[int, ...]) -> NDArray[np.integer]:
    if not content.startswith(NUMPY_MAGIC):
        return parse_tour(board, piece, content.decode())
    numbers: NDArray[np.integer] = np.load(io.BytesIO(content), allow_pickle=False)
    if numbers.ndim != 1 or not np.issubdtype(numbers.dtype, np.integer):
        raise InvalidProblemError("/tour", "a numpy file of a tour is one row of whole square numbers, from 0")
    return numbers


def _describe(board: Board, piece: tuple[int, ...], tour: NDArray[np.integer], fault: Fault | None) -> dict[str, Any]:
    """Return the verdict as a document; `summary` is the line for people."""
    if fault is not None:
        summary = f"not a tour of {board.label}: after {fault.position} sound squares, {fault.reason}"
        return {
            "sound": False,
            "board": board.label,
            "position": fault.position,
            "reason": fault.reason,
            "summary": summary,
        }
    closes = bool(closing(board, piece, tour[None, :])[0])
    ends = [board.square(int(tour[index])) for index in (0, -1)]
    kind = f"a sound {'closed' if closes else 'open'} tour of {board.label} by {piece_words(piece)}"
    summary = f"{kind}, {board.size} squares, from {ends[0]} to {ends[1]}"
    return {"sound": True, "board": board.label, "closed": closes, "start": ends[0], "end": ends[1], "summary": summary}
