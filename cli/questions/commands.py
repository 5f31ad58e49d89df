"""`cavalier count`, `tour`, `estimate` and `distance`."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import click

from cli.options import FILE, first_option
from cli.questions.paths import write_way
from cli.questions.submit import Asking, answer, numbers, question_options
from engine.kinds.construct.specification import Statistic

board_argument = click.argument("board")
piece_option = click.option(
    "--piece", help="The piece: its name, such as camel, or its components, such as 1,3.  [default: the knight]"
)
closed_option = click.option("--closed/--open", "closed", default=None, help="Only closed, or only open tours.")
symmetry_option = click.option(
    "--symmetry",
    help="Only tours that this symmetry leaves as they are, such as rotation90; with --closed or --open.",
)
STATISTIC = click.Choice(get_args(Statistic))
start_option = click.option(
    "--start", help="First square, a1 or 1,1.  [a1 is the bottom left corner, 1,1 the top left]"
)


@click.command(short_help="Count the tours of a board exactly.")
@board_argument
@closed_option
@click.option("--by-end", is_flag=True, help="Also by first and last square.")
@click.option("--start", "starts", multiple=True, help="Only tours from this square, a1 or 1,1; may be repeated.")
@symmetry_option
@piece_option
@question_options
def count(
    *,
    asking: Asking,
    board: str,
    closed: bool | None,
    by_end: bool,
    starts: tuple[str, ...],
    symmetry: str | None,
    piece: str | None,
) -> None:
    """Count the tours of BOARD exactly, by start square; with --closed the closed tours, also as cycles.

    What jobs here, the atlas or publications know exactly is answered at once; --again counts. The method is chosen by
    its cost.
    """
    specification = {
        "kind": "enumerate",
        "board": board,
        "piece": piece_of(piece),
        "tours": sort_of(closed),
        "starts": list(starts) or None,
        "symmetry": symmetry,
        "by_end": by_end or None,
    }
    answer(specification, asking)


@click.command(short_help="Construct a tour, or prove that there is none.")
@board_argument
@closed_option
@start_option
@click.option("--end", help="Last square.")
@symmetry_option
@click.option("--fewest", type=STATISTIC, help="With as few of these as can be found; with --closed or --open.")
@click.option("--most", type=STATISTIC, help="With as many of these as can be found; with --closed or --open.")
@click.option(
    "--exchanges", type=int, help="Exchanges of moves tried for it at most.  [default: 20,000 for each square]"
)
@click.option("--svg", type=FILE, help="Draw the tour to this file.")
@first_option
@piece_option
@question_options
def tour(
    *,
    asking: Asking,
    board: str,
    closed: bool | None,
    start: str | None,
    end: str | None,
    svg: Path | None,
    first: int,
    piece: str | None,
    **fields: str | int | None,
) -> None:
    """Construct a tour of BOARD and draw it, or prove that there is none.

    With --fewest or --most the tour is changed move by move towards an extreme of a statistic; what is found is the
    best met, with what is known of all tours beside it.
    """
    specification = {
        "kind": "construct",
        "board": board,
        "piece": piece_of(piece),
        "tours": sort_of(closed),
        "start": start,
        "end": end,
        **fields,
    }
    answer(specification, asking, svg=svg, first=first)


@click.command(short_help="Estimate how many tours a board has.")
@board_argument
@closed_option
@click.option("--error", type=float, default=0.01, show_default=True, help="Relative standard error to reach.")
@start_option
@piece_option
@question_options
def estimate(
    *, asking: Asking, board: str, closed: bool | None, error: float, start: str | None, piece: str | None
) -> None:
    """Estimate the number of tours of BOARD until the relative standard error is below --error.

    An exact number that is known comes at once; --again estimates.
    """
    specification = {
        "kind": "sample",
        "board": board,
        "piece": piece_of(piece),
        "tours": sort_of(closed),
        "starts": None if start is None else [start],
        "budget": {"relative_error": error},
    }
    answer(specification, asking)


@click.command(short_help="Count the moves between two squares.")
@board_argument
@click.argument("start", metavar="FROM")
@click.argument("end", metavar="TO", default="all")
@click.option("--via", multiple=True, help="A square to collect on the way; may be repeated.")
@click.option(
    "--walk",
    type=click.Choice(["once", "snake"]),
    help="Collect without visiting a square twice, or with a snake's body in the way.",
)
@click.option("--body", type=int, help="Squares that the snake covers at the start.  [default: 1]")
@click.option("--svg", type=FILE, help="Draw the way to this file.")
@click.option("--animated", type=FILE, help="Draw it step by step to this file (SVG).")
@click.option("--gif", type=FILE, help="The same as an animated GIF.")
@click.option("--frames", type=FILE, help="The same as PNG files in a ZIP archive.")
@piece_option
@question_options
def distance(
    *,
    asking: Asking,
    board: str,
    start: str,
    end: str,
    via: tuple[str, ...],
    walk: str | None,
    body: int | None,
    piece: str | None,
    **files: Path | None,
) -> None:
    """Find the fewest moves on BOARD between the squares FROM and TO, and in how many ways they can be made.

    Squares are named a1 or 1,1; "all" for either measures to or from every square. With --via a walk that collects
    squares is found as well.
    """
    specification = {
        "kind": "distance",
        "board": board,
        "piece": piece_of(piece),
        "from": start,
        "to": end,
        "via": list(via) or None,
        "walk": walk,
        "body": body,
    }
    result = answer(specification, asking)
    if result is not None and any(files.values()):
        write_way(result, {form: file for form, file in files.items() if file is not None})


def sort_of(closed: bool | None) -> str | None:
    """Return the specification's `tours` of --closed and --open."""
    return None if closed is None else "closed" if closed else "open"


def piece_of(text: str | None) -> str | list[int] | None:
    """Return the specification's `piece` of --piece."""
    if text in (None, "knight"):
        return None
    value = numbers(text or "")
    return value if isinstance(value, list) else text
