"""`cavalier atlas sequences`: what the counts of families of boards come to, and what the OEIS calls it."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from cli.database.connect import newest_database
from cli.options import data_option, json_option, print_json
from cli.output import phrase_quantity
from cli.show.documents import console, listing, print_whole
from findings.exports.sequences import KnownSequence, known_sequences
from language.translate import gettext

MAX_SHOWN = 4


@click.command(short_help="List the sequences that counts of families make.")
@data_option
@json_option
def sequences(*, data: Path, as_json: bool) -> None:
    """List the sequences that counts of the atlas and of finished jobs make, with their numbers in the OEIS.

    `cavalier export sequence` writes the b-file of one.
    """
    with newest_database(data) as database, database.reading() as session:
        found = known_sequences(session)
    if as_json:
        print_json([asdict(one) | {"terms": [str(term) for term in one.terms]} for one in found])
        return
    rows = [
        (one.family, phrase_quantity(one.quantity), f"{one.first}-{one.last}", _terms(one), _numbers(one))
        for one in found
    ]
    print_whole(console(), listing("sequences", ["boards", "what is counted", "n", "first terms", "OEIS"], rows))


def _terms(one: KnownSequence) -> str:
    more = ", ..." if len(one.terms) > MAX_SHOWN else ""
    return ", ".join(map(str, one.terms[:MAX_SHOWN])) + more


def _numbers(one: KnownSequence) -> str:
    return ", ".join(match.number for match in one.oeis) or gettext("none known to us")
