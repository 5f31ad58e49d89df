"""`cavalier atlas certify`: what the atlas holds counted a second time, in another order or by another program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from cli.atlas.campaigns import certificates, certifying
from cli.atlas.recount import recount_entries
from cli.atlas.service_option import Where, service_option, wait_for
from cli.errors import problem
from cli.options import FILE
from cli.output import echo_message
from drawing.amounts import amount
from findings.atlas.certification import with_certificate
from findings.atlas.entries import Entry, all_entries, read_entries, write_entries


@click.command(short_help="Count what the atlas holds a second time.")
@click.option(
    "--seconds",
    type=click.FloatRange(min=0),
    default=60.0,
    show_default=True,
    help="Only entries that took no longer; with --checker, the bound of each count.",
)
@click.option("--checker", is_flag=True, help="Count here, by an independent C program.")
@click.option("--minutes", type=click.FloatRange(min=0), help="Stop after so long, with what has been made by then.")
@click.option("--out", type=FILE, help="File to write.  [default: atlas.jsonl.gz in the data folder]")
@service_option
def certify(
    *,
    seconds: float,
    checker: bool,
    minutes: float | None,
    out: Path | None,
    where: Where,
) -> None:
    """Run the certificates that entries lack, and write the atlas with them to a file.

    A certificate counts modulo a prime, by sweeps in another order of squares. With --checker no job is made: a program
    that shares no code with the kernels counts here, and takes boards whose sweeps have no other order. Where a count
    contradicts an entry, nothing is written, and the exit code is 1. Ctrl-C loses nothing: the same command goes on.
    """
    target = out or where.data / "atlas.jsonl.gz"
    earlier = {entry.key: entry for entry in read_entries(target)}
    entries = earlier | {entry.key: _with_earlier(entry, earlier.get(entry.key)) for entry in all_entries()}
    lacking = [entry for entry in entries.values() if entry.certificate is None]
    try:
        if checker:
            entries |= recount_entries(lacking, seconds, minutes)
        else:
            entries |= _certify_entries(lacking, seconds, minutes, where)
    except ValueError as error:
        raise problem("A certificate contradicts the atlas", str(error)) from error
    write_entries(target, entries.values())
    held = sum(entry.certificate is not None for entry in entries.values())
    echo_message(f"{amount(len(entries), 'entry')}, {held} with a certificate, in {target}", err=True)


def _certify_entries(lacking: Sequence[Entry], seconds: float, minutes: float | None, where: Where) -> dict[str, Entry]:
    """Return entries with the certificates that jobs made. ValueError names the figures that one contradicts."""
    entries = {entry.key: entry for entry in lacking if entry.cpu_seconds <= seconds}
    with where.client() as client:
        campaign = certifying(client, list(entries.values()))
        if campaign is None:
            return {}
        wait_for([campaign], minutes)
        made = list(certificates(client, campaign))
    return {key: with_certificate(entries[key], document) for key, document in made if key in entries}


def _with_earlier(entry: Entry, earlier: Entry | None) -> Entry:
    """Return the entry with the certificate that an earlier run wrote for the same findings, where it has none."""
    return earlier if earlier is not None and replace(earlier, certificate=None) == entry else entry
