"""`cavalier atlas families`: the families of boards that come with every installation, found by ordinary jobs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from cavalier.client import Client
from cavalier.job import Job
from cli.atlas.service_option import Where, service_option, wait_for
from cli.errors import problem
from cli.options import FILE
from cli.output import echo_message
from drawing.amounts import amount
from findings.atlas.entries import all_entries
from findings.atlas.families import FamilyEntry, confirm, family_entries, family_entry, family_key, write_families
from findings.atlas.family_plan import PLANNED
from language.translate import gettext


@click.command(short_help="Find the families of boards that the atlas lacks.")
@click.option("--anew", is_flag=True, help="Find every family again, not only those that are lacking.")
@click.option("--minutes", type=click.FloatRange(min=0), help="Stop after so long, with what has been found by then.")
@click.option("--out", type=FILE, help="File to write.  [default: families.jsonl.gz in the data folder]")
@service_option
def families(
    *,
    anew: bool,
    minutes: float | None,
    out: Path | None,
    where: Where,
) -> None:
    """Run the jobs of the families that the atlas lacks, and write it with them to a file.

    Every term is compared with the counts of single boards that the atlas has; where one differs, nothing is written,
    and the exit code is 1. Ctrl-C loses nothing: the same command goes on.
    """
    known = {} if anew else {entry.key: entry for entry in family_entries().values()}
    with where.client() as client:
        jobs = [client.submit(asked, reuse=True) for asked in PLANNED if family_key(asked) not in known]
        wait_for(jobs, minutes)
        found = list(_entries(client, jobs))
    try:
        entries = confirm([*known.values(), *found], all_entries())
    except ValueError as error:
        raise problem("The atlas disagrees", str(error)) from error
    target = out or where.data / "families.jsonl.gz"
    write_families(target, entries)
    made, there = amount(len(found), "entry"), len(entries)
    echo_message(gettext("made: %(entries)s; %(all)s in %(file)s", entries=made, all=there, file=target), err=True)


def _entries(client: Client, jobs: Sequence[Job]) -> Iterator[FamilyEntry]:
    """Yield an entry for each job that has succeeded."""
    for job in jobs:
        if job.state == "succeeded":
            yield family_entry(client.transport.result(job.id))
