"""`cavalier uncrossed`."""

from __future__ import annotations

from pathlib import Path

import click

from cli.options import FILE
from cli.questions.commands import board_argument, piece_of, piece_option, sort_of
from cli.questions.paths import write_way
from cli.questions.submit import Asking, answer, question_options


@click.command(short_help="Find the longest path whose moves do not cross.")
@board_argument
@click.option("--closed/--open", "closed", default=None, help="A path that returns to its first square, or not.")
@click.option("--width", type=int, help="Keep only this many states after each move: for large boards.")
@click.option("--svg", type=FILE, help="Draw the path to this file.")
@piece_option
@question_options
def uncrossed(
    *, asking: Asking, board: str, closed: bool | None, width: int | None, svg: Path | None, piece: str | None
) -> None:
    """Find the longest path on BOARD whose moves, drawn as straight segments, do not cross.

    It visits no square twice. With --width it need not be the longest; then the answer says what none exceeds.
    """
    specification = {
        "kind": "uncrossed",
        "board": board,
        "piece": piece_of(piece),
        "tours": sort_of(closed),
        "width": width,
    }
    result = answer(specification, asking)
    if result is not None and svg is not None:
        write_way(result, {"svg": svg})
