"""`cavalier atlas build` and `cavalier atlas verify`; the other commands of the group have files of their own."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator, Mapping, Sequence
from math import inf
from pathlib import Path

import click

from cli.atlas.campaigns import made_again, make_entries, submit_missing
from cli.atlas.certify import certify
from cli.atlas.families import families
from cli.atlas.publish import publish
from cli.atlas.sequences import sequences
from cli.atlas.service_option import Where, service_option, wait_for
from cli.atlas.tours import tours
from cli.errors import FAILED, INTERRUPTED, nothing, problem
from cli.options import FILE, json_option, print_json
from cli.output import echo_message, with_subject
from drawing.amounts import amount
from findings.atlas.cross_check import differences, find_refuted
from findings.atlas.entries import Entry, all_entries, read_entries, write_entries
from findings.atlas.plan import PARTS
from language.translate import gettext

MAX_SEEDS = 1 << 32


@click.group(short_help="Make or verify the figures that come with every database.")
def atlas() -> None:
    """Make the atlas, the figures that come with every database as of the source "Cavalier atlas", or verify it."""


atlas.add_command(sequences)
atlas.add_command(certify)
atlas.add_command(tours)
atlas.add_command(families)
atlas.add_command(publish)


@atlas.command(short_help="Make what the atlas lacks, or all of it.")
@click.option(
    "--part", "names", multiple=True, type=click.Choice([part.name for part in PARTS]), help="Only this part."
)
@click.option("--anew", is_flag=True, help="Make every entry again, not only those that are lacking.")
@click.option(
    "--seconds", type=click.FloatRange(min=0), default=inf, help="Only entries expected to take no longer (estimate)."
)
@click.option("--minutes", type=click.FloatRange(min=0), help="Stop after so long, with what has been made by then.")
@click.option("--out", type=FILE, help="File to write.  [default: atlas.jsonl.gz in the data folder]")
@service_option
def build(
    names: Sequence[str],
    *,
    anew: bool,
    seconds: float,
    minutes: float | None,
    out: Path | None,
    where: Where,
) -> None:
    """Run the jobs of the entries that the atlas lacks, each part a campaign, and write the atlas with them to a file.

    Cheap jobs come first. Ctrl-C loses nothing: the same command goes on, and campaigns that have ended are only read.
    Where two entries about the same differ, or one differs from what is published, nothing is written, and the exit
    code is 1.
    """
    known = {} if anew else {entry.key: entry for entry in all_entries()}
    parts = [part for part in PARTS if part.name in (names or [part.name])]
    try:
        with where.client() as client:
            campaigns = [one for part in parts if (one := submit_missing(client, part, known, seconds)) is not None]
            wait_for(campaigns, minutes)
            found = [entry for campaign in campaigns for entry in make_entries(client, campaign)]
    except KeyboardInterrupt:
        echo_message("the same command goes on from here", err=True)
        raise SystemExit(INTERRUPTED) from None
    target = out or where.data / "atlas.jsonl.gz"
    before = {} if anew else {entry.key: entry for entry in read_entries(target)}
    wrong = [*find_refuted(found), *(line for entry in found for line in _find_contradictions(entry, known, before))]
    if wrong:
        raise problem("The atlas disagrees", "; ".join(wrong))
    write_entries(target, (before | known | {entry.key: entry for entry in found}).values())
    made, there = amount(len(found), "entry"), len(read_entries(target))
    echo_message(gettext("made: %(entries)s; %(all)s in %(file)s", entries=made, all=there, file=target), err=True)


@atlas.command(short_help="Recompute entries chosen at random.")
@click.option("--sample", type=click.IntRange(min=1), default=10, show_default=True, help="How many entries.")
@click.option("--seed", type=click.IntRange(min=0), help="Choose the same entries as before.  [default: at random]")
@click.option(
    "--seconds", type=click.FloatRange(min=0), default=10.0, show_default=True, help="Only entries that took no longer."
)
@service_option
@json_option
def verify(
    *,
    sample: int,
    seed: int | None,
    seconds: float,
    where: Where,
    as_json: bool,
) -> None:
    """Recompute entries of the atlas chosen at random, by this code, and compare; exit code 1 where one differs."""
    drawn = secrets.randbelow(MAX_SEEDS) if seed is None else seed
    chosen = drawn_entries(all_entries(), sample, drawn, seconds)
    if not chosen:
        raise nothing("entry of the atlas that took so little time", "--seconds allows more")
    with where.client() as client:
        rows = [_verdict(entry, again, as_json=as_json) for entry, again in made_again(client, chosen)]
    same = sum(row["same"] is True for row in rows)
    if as_json:
        print_json({"seed": drawn, "entries": rows})
    else:
        again = {"same": same, "entries": amount(len(rows), "entry"), "seed": drawn}
        echo_message(gettext("the same again: %(same)s of %(entries)s; seed %(seed)s", **again))
    if same < len(rows):
        raise SystemExit(FAILED)


def drawn_entries(entries: Sequence[Entry], sample: int, seed: int, seconds: float) -> list[Entry]:
    """Return `sample` entries that took at most `seconds`, in the order of a digest of entry and seed."""
    cheap = [entry for entry in entries if entry.cpu_seconds <= seconds]
    return sorted(cheap, key=lambda entry: hashlib.sha256(f"{seed}/{entry.key}".encode()).digest())[:sample]


def _find_contradictions(entry: Entry, *others: Mapping[str, Entry]) -> Iterator[str]:
    for known in others:
        if entry.key in known:
            yield from differences(entry, known[entry.key])


def _verdict(entry: Entry, again: Entry | None, *, as_json: bool) -> dict[str, object]:
    wrong = None if again is None else differences(entry, again)
    if not as_json:
        words = gettext("its job failed") if wrong is None else "; ".join(wrong) or gettext("the same")
        click.echo(with_subject(entry.key, words))
    return {
        "entry": entry.key,
        "same": wrong == [],
        "differences": wrong,
        "code": entry.engine,
        "code_now": None if again is None else again.engine,
    }
