"""`cavalier maple`: the printed number theory of the Maple generator, recomputed."""

from __future__ import annotations

import click

from cli.options import json_option, print_json
from cli.output import echo_message
from engine.number_theory.maple_tables import MODULUS, MULTIPLIER, Entry, MapleReport, maple_report
from language.translate import gettext, gettext_noop, translate

TABLES = {
    "exponents": gettext_noop("exponents p, a^p = X, for X = 2..181"),
    "starts_32": gettext_noop("the 32 starts below 2^16"),
    "starts_33": gettext_noop("the 33 starts with factors below 184"),
}


@click.command(short_help="Recompute the printed tables of the Maple generator.")
@json_option
def maple(*, as_json: bool) -> None:
    """Recompute inverse, factors, exponents and starts of x -> a x mod m, and name each printed figure that is wrong.

    The tables are those of "La marche du cavalier"; the recomputation takes discrete logarithms modulo 10^12 - 11.
    """
    report = maple_report()
    if as_json:
        print_json(report.as_json())
        return
    _print_numbers(report)
    for name, title in TABLES.items():
        _print_table(title, getattr(report, name))


def _print_numbers(report: MapleReport) -> None:
    echo_message(f"m = {MODULUS} (10^12 - 11), prime")
    echo_message(f"a = {MULTIPLIER}, of order {report.order}")
    echo_message(f"b = {report.inverse}, the inverse of a: the same sequence backwards")
    for name, factors in report.factors.items():
        powers = (str(prime) if exponent == 1 else f"{prime}^{exponent}" for prime, exponent in factors.items())
        click.echo(f"{name} = {' * '.join(powers)}")


def _print_table(title: str, entries: list[Entry]) -> None:
    refuted = [entry for entry in entries if not entry.equal]
    equal = len(entries) - len(refuted)
    click.echo(gettext("%(title)s: %(equal)s of %(all)s equal", title=translate(title), equal=equal, all=len(entries)))
    for entry in refuted:
        echo_message(f"  {entry.key} ({entry.value}): printed {entry.printed}, right is {entry.computed}")
