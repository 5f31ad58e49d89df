"""`cavalier census`."""

from __future__ import annotations

import click

from cli.questions.commands import board_argument, closed_option, sort_of
from cli.questions.submit import Asking, answer, question_options


@click.command(short_help="Tell what the tours of a board are like.")
@board_argument
@closed_option
@click.option("--sample", "draws", type=int, help="Draw this many tours uniformly, instead of meeting all.")
@click.option("--index", "indexed", is_flag=True, help="Draw them from the index of BOARD; for --sample.")
@click.option("--seed", type=int, help="Another number draws other tours; for --sample.  [default: 1]")
@click.option("--statistic", "statistics", multiple=True, help="One to tell, as moves_ene or across_row_4; repeatable.")
@click.option("--moves", is_flag=True, help="Tell how many closed tours use each move of BOARD.")
@question_options
def census(
    *,
    asking: Asking,
    board: str,
    closed: bool | None,
    draws: int | None,
    indexed: bool,
    seed: int | None,
    statistics: tuple[str, ...],
    moves: bool,
) -> None:
    """Tell how angles, turns, crossings and straight runs are distributed over all closed tours of BOARD.

    With --open over all open tours. The table has the extremes and means, --json how many tours have which value.
    """
    specification = {
        "kind": "census",
        "board": board,
        "tours": sort_of(closed),
        "method": "index" if indexed else None if draws is None else "sample",
        "draws": draws,
        "statistics": list(statistics) or None,
        "moves": moves or None,
        "rng": None if seed is None else {"seed": seed},
    }
    answer(specification, asking)
