"""`cavalier recurrence`: the linear recurrence that the counts of a family of boards obey."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from cli.database.sequence_terms import sequence_file, terms_of
from cli.options import data_option, record_url_option, token_option
from cli.output import echo_message
from drawing.amounts import amount
from engine.number_theory.recurrence import Recurrence, find_recurrence
from findings.exports.quantities import QUANTITIES
from language.translate import gettext


@click.command(short_help="Find the linear recurrence of a family's counts.")
@click.argument("family")
@click.option("--quantity", type=click.Choice(QUANTITIES), default="tours", show_default=True)
@click.option("--first", type=click.IntRange(min=1), default=1, show_default=True, help="First n.")
@click.option("--last", type=click.IntRange(min=1), default=100, show_default=True, help="The last n to look for.")
@record_url_option
@token_option
@data_option
def recurrence(data: Path, url: str | None, token: str | None, **asked: str | int) -> None:
    """Find the linear recurrence that the counts of the boards of FAMILY obey, such as 3xn, and say how far it holds.

    Only the atlas and finished jobs that searched from every square count, up to the first n that none has counted. A
    recurrence is shown if at least two terms more than twice its order obey it; that it goes on is not proved.
    """
    terms = terms_of(sequence_file(data, url, token, **asked))
    found = find_recurrence(terms)
    if found is None:
        echo_message(
            gettext(
                "Known: %(terms)s. No recurrence of order below %(order)s fits; `cavalier family` may find one.",
                terms=amount(len(terms), "term"),
                order=len(terms) // 2,
            )
        )
        return
    _tell(found, terms, int(asked["first"]))


def _tell(found: Recurrence, terms: Sequence[int], first: int) -> None:
    echo_message(gettext("Order %(order)s, true of all %(number)s terms known:", order=found.order, number=len(terms)))
    written = "".join(_with_sign(value, f"a(n-{back})") for back, value in enumerate(found.coefficients, 1))
    click.echo(f"a(n) = {written.removeprefix('+ ').strip() or 0}")
    echo_message(
        gettext(
            "Not needed to find it: %(terms)s. "
            "They do not prove it; `cavalier family` proves one for strips such as 3xn.",
            terms=amount(found.spare, "term"),
        )
    )
    echo_message(gettext("Generating function of a(%(first)s), a(%(second)s), ...:", first=first, second=first + 1))
    click.echo(f"({_polynomial(found.numerator)}) / ({_polynomial(found.denominator)})")
    echo_message(
        gettext(
            "In the long run each step of n multiplies a term by about %(growth)s on average.",
            growth=f"{found.growth:.6g}",
        )
    )


def _with_sign(value: int, name: str) -> str:
    """Return a summand with its sign before it; empty for 0."""
    if value == 0:
        return ""
    return f"{'+' if value > 0 else '-'} {name if abs(value) == 1 and name else f'{abs(value)} {name}'.strip()} "


def _polynomial(coefficients: Sequence[int]) -> str:
    names = ["", "x", *(f"x^{power}" for power in range(2, len(coefficients)))]
    return "".join(map(_with_sign, coefficients, names)).removeprefix("+ ").strip() or "0"
