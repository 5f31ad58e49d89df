"""`cavalier family`."""

from __future__ import annotations

import click

from cli.questions.commands import closed_option, piece_of, piece_option, sort_of
from cli.questions.submit import Asking, answer, question_options


@click.command(short_help="Count the tours of a family of boards, with recurrence and growth.")
@click.argument("family")
@closed_option
@click.option("--terms", type=int, help="Boards that are counted exactly.  [default: 100]")
@click.option("--order", type=int, help="Look for a recurrence of at most this order; 0: for none.  [default: 10000]")
@piece_option
@question_options
def family(
    *, asking: Asking, family: str, closed: bool | None, terms: int | None, order: int | None, piece: str | None
) -> None:
    """Count the tours of all boards of FAMILY, such as 5xn: terms, recurrence and growth.

    Closed tours, unless --open asks for those that do not close. The states of one sweep along the strip come again;
    from there on a board more costs a multiplication.
    """
    specification = {
        "kind": "strip",
        "family": family,
        "piece": piece_of(piece),
        "tours": sort_of(closed),
        "terms": terms,
        "order": order,
    }
    answer(specification, asking)
