"""`cavalier family`."""

from __future__ import annotations

import click

from cli.errors import FAILED, invalid
from cli.options import print_json
from cli.questions.commands import closed_option, piece_of, piece_option, sort_of
from cli.questions.submit import Asking, answer, find_result, question_options
from cli.show.answer import View, show_finding
from cli.show.documents import console
from engine.errors import InvalidProblemError
from engine.kinds.strip.term import MAX_MODULUS, MAX_TERM, StripTerm, find_term
from language.translate import gettext, gettext_noop, translate

OPTIONS = {"/n": "/term", "/modulo": "/modulo"}
"""The option of each field of a term."""

COUNTED = {
    "cycles": gettext_noop("closed tours without direction"),
    "paths": gettext_noop("tours without direction"),
    "open paths": gettext_noop("open tours without direction"),
}


@click.command(short_help="Count the tours of a family of boards, with recurrence and growth.")
@click.argument("family")
@closed_option
@click.option("--terms", type=int, help="Boards that are counted exactly.  [default: 100]")
@click.option("--order", type=int, help="Look for a recurrence of at most this order; 0: for none.  [default: 10000]")
@click.option("--term", "n", type=click.IntRange(1, MAX_TERM), help="Only the term of this n, up to 10,000 exactly.")
@click.option(
    "--modulo", type=click.IntRange(2, MAX_MODULUS), help="The remainder of --term by this number, n up to 10^18."
)
@piece_option
@question_options
def family(
    *,
    asking: Asking,
    family: str,
    closed: bool | None,
    terms: int | None,
    order: int | None,
    n: int | None,
    modulo: int | None,
    piece: str | None,
) -> None:
    """Count the tours of all boards of FAMILY, such as 5xn: terms, recurrence and growth.

    Closed tours, unless --open asks for those that do not close. The states of one sweep along the strip come again;
    from there on a board more costs a multiplication. With --term the recurrence gives a term far along.
    """
    if modulo is not None and n is None:
        raise click.UsageError(gettext("--modulo is the remainder of one term: give --term"))
    specification = {
        "kind": "strip",
        "family": family,
        "piece": piece_of(piece),
        "tours": sort_of(closed),
        "terms": terms,
        "order": order,
    }
    if n is None or asking.only_spec:
        answer(specification, asking)
        return
    result = find_result({name: value for name, value in specification.items() if value is not None}, asking)
    figures = (result.get("extra") or {}).get("strip")
    if figures is None:
        show_finding(console(), result, View())
        raise SystemExit(FAILED)
    try:
        term = find_term(figures, n, modulo)
    except InvalidProblemError as error:
        raise invalid([{"pointer": OPTIONS[error.pointer], "detail": error.message}]) from error
    if asking.as_json:
        print_json(term.model_dump(exclude_unset=True) | {"job": result["job"]["id"]})
        return
    click.echo(f"a({n}) = {term.value}" if modulo is None else f"a({n}) = {term.value} (mod {modulo})")
    click.echo(_origin(term), err=True)


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
