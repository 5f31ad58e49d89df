"""`cavalier family`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import click

from cli.errors import FAILED, invalid
from cli.options import print_json
from cli.questions.commands import closed_option, piece_of, piece_option, sort_of
from cli.questions.submit import Asking, answer, echo_known, find_result, question_options
from cli.show.answer import View, show_finding
from cli.show.documents import console
from engine.errors import InvalidProblemError
from engine.kinds.strip.denominator import StripDivision, find_division
from engine.kinds.strip.term import MAX_MODULUS, MAX_TERM, StripTerm, find_term
from language.translate import gettext, gettext_noop, translate

OPTIONS = {"/n": "/term", "/modulo": "/modulo", "/tours": "/divides", "/divisor": "/divides"}
"""The option of each field of a term and of a division."""

COUNTED = {
    "cycles": gettext_noop("closed tours without direction"),
    "paths": gettext_noop("tours without direction"),
    "open paths": gettext_noop("open tours without direction"),
}


@click.command(short_help="Count the tours of a family of boards, with recurrence and growth.")
@click.argument("family")
@closed_option
@click.option("--terms", type=int, help="Boards that are counted exactly.  [default: those known, else 100]")
@click.option("--order", type=int, help="Look for a recurrence of at most this order; 0: for none.  [default: 10000]")
@click.option("--term", "n", type=click.IntRange(1, MAX_TERM), help="Only the term of this n, up to 10,000 exactly.")
@click.option(
    "--modulo", type=click.IntRange(2, MAX_MODULUS), help="The remainder of --term by this number, n up to 10^18."
)
@click.option("--divides", is_flag=True, help="Only which powers of the closed tours' denominator divide the open's.")
@piece_option
@question_options
def family(
    *,
    asking: Asking,
    family: str,
    closed: bool | None,
    n: int | None,
    modulo: int | None,
    divides: bool,
    piece: str | None,
    **counted: int | None,
) -> None:
    """Count the tours of all boards of FAMILY, such as 5xn: terms, recurrence and growth.

    Closed tours, unless --open asks for those that do not close. The states of one sweep along the strip repeat;
    from there on a board more costs a multiplication. With --term the recurrence gives a term far along. With --divides
    two jobs find the generating functions of closed and of open tours; their denominators are compared modulo primes.
    """
    if divides and (n is not None or closed is not None or asking.only_spec):
        raise click.UsageError(
            gettext("--divides compares closed and open tours: leave out --closed, --open, --term, --spec")
        )
    if modulo is not None and n is None:
        raise click.UsageError(gettext("--modulo is the remainder of one term: give --term"))
    specification = {
        "kind": "strip",
        "family": family,
        "piece": piece_of(piece),
        "tours": sort_of(closed),
        **counted,
    }
    if divides:
        _divide(specification, asking)
        return
    if n is None or asking.only_spec:
        answer(specification, asking)
        return
    job, figures = _find_figures(specification, asking)
    try:
        term = find_term(figures, n, modulo)
    except InvalidProblemError as error:
        raise invalid([{"pointer": OPTIONS[error.pointer], "detail": error.message}]) from error
    if asking.as_json:
        print_json(term.model_dump(exclude_unset=True) | {"job": job})
        return
    click.echo(f"a({n}) = {term.value}" if modulo is None else f"a({n}) = {term.value} (mod {modulo})")
    click.echo(_origin(term), err=True)


def _find_figures(specification: Mapping[str, object], asking: Asking) -> tuple[str | None, Mapping[str, Any]]:
    """Return the job's id and the family's figures; the id is None if these were known before."""
    result = find_result({name: value for name, value in specification.items() if value is not None}, asking)
    figures = (result.get("extra") or {}).get("strip")
    if figures is None:
        show_finding(console(), result, View())
        raise SystemExit(FAILED)
    if result["job"]["id"] is None:
        echo_known()
    return result["job"]["id"], figures


def _divide(specification: Mapping[str, object], asking: Asking) -> None:
    """Print which powers of the denominator of the closed tours divide that of the open ones."""
    asked = {**specification, "terms": specification["terms"] or 1}  # denominators need no exact terms
    (job, whole), (divisor_job, part) = (
        _find_figures({**asked, "tours": tours}, asking) for tours in ("open", "closed")
    )
    try:
        division = find_division(whole, part)
    except InvalidProblemError as error:
        raise invalid([{"pointer": OPTIONS[error.pointer], "detail": error.message}]) from error
    if asking.as_json:
        print_json(division.model_dump() | {"family": whole["family"], "job": job, "divisor_job": divisor_job})
        return
    for line in _division_lines(division):
        click.echo(line)


def _division_lines(division: StripDivision) -> Iterator[str]:
    """Yield a line for each power: whether it divides, else the degrees of the remainders."""
    yield gettext(
        "denominators modulo %(primes)s: Q of degree %(divisor)s of closed tours, R of degree %(order)s of open ones",
        primes=", ".join(map(str, division.primes)),
        divisor=division.divisor,
        order=division.order,
    )
    for one in division.powers:
        if one.divides:
            yield gettext("Q^%(power)s divides R", power=one.power)
        else:
            degrees = ", ".join(map(str, one.degrees))
            yield gettext(
                "Q^%(power)s does not divide R: remainders of degree %(degrees)s", power=one.power, degrees=degrees
            )


def _origin(term: StripTerm) -> str:
    """Say what a term counts, how it was found, and how sure it is."""
    given = {"counts": translate(COUNTED[term.counts]), "order": term.order, "checked": term.checked}
    if term.method == "counted":
        return gettext("exact: %(counts)s, counted", **given)
    if term.proved:
        return gettext("exact: %(counts)s, by the recurrence of order %(order)s, which is proved", **given)
    return gettext(
        "%(counts)s, by the recurrence of order %(order)s: the exact terms up to n = %(checked)s obey it; not proved",
        **given,
    )
