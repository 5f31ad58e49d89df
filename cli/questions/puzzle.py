"""`cavalier puzzle`."""

from __future__ import annotations

import click

from cli.questions.commands import board_argument, closed_option, piece_of, piece_option, sort_of
from cli.questions.submit import Asking, answer, question_options


@click.command(short_help="Make a puzzle: numbers that only one tour has.")
@board_argument
@closed_option
@click.option(
    "--guesses",
    type=int,
    help="Guesses that the proof of the only solution may take.  [default: 100; 0: an easy puzzle]",
)
@click.option("--tries", type=int, help="Make this many puzzles and keep the best.  [default: 8]")
@click.option("--seed", type=int, help="Another number makes other puzzles.  [default: 1]")
@piece_option
@question_options
def puzzle(
    *,
    asking: Asking,
    board: str,
    closed: bool | None,
    guesses: int | None,
    tries: int | None,
    seed: int | None,
    piece: str | None,
) -> None:
    """Make a puzzle on BOARD: the fewest numbers found that only one tour has, as a text grid.

    `cavalier complete` solves it. --json has the solution.
    """
    random = {name: value for name, value in (("streams", tries), ("seed", seed)) if value is not None}
    specification = {
        "kind": "puzzle",
        "board": board,
        "piece": piece_of(piece),
        "tours": sort_of(closed),
        "guesses": guesses,
        "rng": random or None,
    }
    answer(specification, asking)
