"""`cavalier complete`."""

from __future__ import annotations

from typing import Any, TextIO

import click

from cli.options import FILE, first_option
from cli.questions.commands import board_argument, closed_option, piece_of, piece_option, sort_of
from cli.questions.submit import Asking, answer, question_options
from language.translate import gettext


@click.command(short_help="Complete a partly given tour.")
@board_argument
@click.argument("grid", required=False, type=click.File(encoding="utf-8"))
@click.option(
    "--given", "given", multiple=True, metavar="SQUARE=NUMBER", help="A number, such as a1=1; may be repeated."
)
@click.option(
    "--path", "paths", multiple=True, metavar="SQUARES", help='Squares in a row, "a1 b3 c5"; may be repeated.'
)
@click.option("--move", "moves", multiple=True, metavar="SQUARES", help='A move it makes, "a1 b3"; may be repeated.')
@click.option(
    "--bar", "barred", multiple=True, metavar="SQUARES", help='A move it does not make, "a1 b3"; may be repeated.'
)
@closed_option
@click.option(
    "--limit", type=int, help="Stop after this many tours.  [default: 2, which tell whether it is the only one]"
)
@click.option("--all", "everything", is_flag=True, help="Count all tours, without a limit.")
@click.option("--svg", type=FILE, help="Draw the first tour to this file.")
@first_option
@piece_option
@question_options
def complete(
    *,
    asking: Asking,
    board: str,
    grid: TextIO | None,
    closed: bool | None,
    limit: int | None,
    everything: bool,
    piece: str | None,
    **more: Any,  # noqa: ANN401  click's options
) -> None:
    """Complete a partly given tour of BOARD: find one, tell whether it is the only one, or prove that there is none.

    GRID is a file ("-": standard input) with a text grid: a row of the board a line, from the top, a number or a dot
    for each square. Squares of options are named a1 or 1,1. Directed tours are counted.
    """
    given = more.pop("given")
    if grid is not None and given:
        raise click.UsageError(gettext("give the numbers in GRID or by --given, not both"))
    if everything and limit is not None:
        raise click.UsageError(gettext("--limit and --all exclude each other"))
    specification: dict[str, object] = {
        "kind": "complete",
        "board": board,
        "piece": piece_of(piece),
        "tours": sort_of(closed),
        "givens": grid.read() if grid is not None else [_parse_squares(text) for text in given] or None,
        **{name: [text.split() for text in more.pop(name)] or None for name in ("paths", "moves", "barred")},
        "limit": "none" if everything else None if limit is None else {"tours": limit},
    }
    answer(specification, asking, **more)


def _parse_squares(text: str) -> dict[str, object]:
    square, _, number = text.partition("=")
    if not number.isdecimal():
        raise click.BadParameter(gettext("%(text)s is not of the form a1=1", text=repr(text)), param_hint="--given")
    return {"square": square.strip(), "number": int(number)}
