"""`cavalier atlas certify`: what the atlas holds counted a second time, by another order of squares."""

from __future__ import annotations

from pathlib import Path

import click

from cli.atlas.campaigns import certificates, certifying
from cli.atlas.service_option import Where, service_option, wait_for
from cli.errors import problem
from cli.options import FILE
from cli.output import echo_message
from drawing.amounts import amount
from findings.atlas.certification import with_certificate
from findings.atlas.entries import all_entries, write_entries


@click.command(short_help="Count what the atlas holds a second time.")
@click.option(
    "--seconds", type=click.FloatRange(min=0), default=60.0, show_default=True, help="Only entries that took no longer."
)
@click.option("--minutes", type=click.FloatRange(min=0), help="Stop after so long, with what has been made by then.")
@click.option("--out", type=FILE, help="File to write.  [default: atlas.jsonl.gz in the data folder]")
@service_option
def certify(
    *,
    seconds: float,
    minutes: float | None,
    out: Path | None,
    where: Where,
) -> None:
    """Run the certificates that entries lack, and write the atlas with them to a file.

    A certificate counts modulo a prime, by sweeps in another order of squares. Where one contradicts an entry, nothing
    is written, and the exit code is 1. Ctrl-C loses nothing: the same command goes on.
    """
    entries = {entry.key: entry for entry in all_entries()}
    lacking = [entry for entry in entries.values() if entry.certificate is None and entry.cpu_seconds <= seconds]
    with where.client() as client:
        campaign = certifying(client, lacking)
        wait_for([] if campaign is None else [campaign], minutes)
        made = [] if campaign is None else list(certificates(client, campaign))
    try:
        entries |= {key: with_certificate(entries[key], document) for key, document in made if key in entries}
    except ValueError as error:
        raise problem("A certificate contradicts the atlas", str(error)) from error
    target = out or where.data / "atlas.jsonl.gz"
    write_entries(target, entries.values())
    held = sum(entry.certificate is not None for entry in entries.values())
    echo_message(f"{amount(len(entries), 'entry')}, {held} with a certificate, in {target}", err=True)
