"""`cavalier export oeis`: the counts of a family in the form that editors of the OEIS expect."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click

from cli.database.connect import newest_database
from cli.errors import nothing
from cli.options import data_option
from findings.exports.contribution import Contribution, contribution_text, oeis_b_file, related_sequences
from findings.exports.sequences import FAMILIES, QUANTITIES, known_sequences, numbered_as


@click.command("oeis", short_help="Write a contribution to the OEIS.")
@click.argument("family", type=click.Choice(FAMILIES), metavar="FAMILY")
@click.option("--quantity", type=click.Choice(QUANTITIES), default="cycles", show_default=True)
@click.option("--number", metavar="NUMBER", help="Of the sequence there, such as A175881.  [default: as we know it]")
@click.option("--author", metavar="NAME", help="Your name, as the OEIS knows you.  [default: none is written]")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="Folder for it and its b-file.")
@data_option
def export_oeis(
    family: str, quantity: str, number: str | None, author: str | None, out: Path | None, data: Path
) -> None:
    """Write what the record has of FAMILY, such as 6xn, for the OEIS: further terms of a sequence, or a new one.

    Its head says what it extends or corrects, as far as our reference data tell what the OEIS has. With --out it goes
    to a folder, with its b-file.
    """
    with newest_database(data) as database, database.reading() as session:
        found = known_sequences(session)
    one = next((one for one in found if (one.family, one.quantity) == (family, quantity)), None)
    if one is None:
        raise nothing(f"three {quantity} of {family} in a row")
    number = number or next((match.number for match in one.oeis), None)
    related = related_sequences(one, found, number)
    asked = Contribution(numbered_as(number, one), number, author, f"{datetime.now(UTC):%b %d %Y}", related)
    if out is None:
        click.echo(contribution_text(asked), nl=False)
        return
    out.mkdir(parents=True, exist_ok=True)
    for name, text in ((asked.name, contribution_text(asked)), (f"b{asked.name[1:]}", oeis_b_file(asked))):
        (out / f"{name}.txt").write_text(text, encoding="utf-8")
        click.echo(out / f"{name}.txt")
