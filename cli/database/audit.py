"""`cavalier audit`: check everything stored for consistency and against the engine."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from cli.database.connect import newest_database
from cli.errors import FAILED
from cli.options import data_option, json_option, print_json
from cli.output import echo_message, with_subject
from drawing.amounts import amount
from findings.audit import audit as audit_database


@click.command(short_help="Verify everything stored again.")
@click.option(
    "--sample", type=click.FloatRange(0, 1), default=0.01, show_default=True, help="Share of the tours to verify again."
)
@click.option("--full", is_flag=True, help="Verify every tour again.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the random sample.")
@data_option
@json_option
def audit(*, sample: float, full: bool, seed: int, data: Path, as_json: bool) -> None:
    """Verify stored tours, their classes, counts against shards and tours, and the ledger's chains of digests.

    Each corrupted row, checkpoint or ledger entry is named. The exit code is 1 where something was found. Reads only;
    a job at work is seen as of its last commit.
    """
    with newest_database(data) as database, database.reading() as session:
        result = audit_database(session, sample=1.0 if full else sample, seed=seed)
    if as_json:
        print_json(asdict(result))
    else:
        for finding in result.findings:
            click.echo(with_subject(finding.subject, finding.fault))
        jobs, shards, slices, tours = (
            amount(number, thing)
            for number, thing in (
                (result.jobs, "job"),
                (result.shards, "shard"),
                (result.slices, "slice"),
                (result.tours, "tour"),
            )
        )
        echo_message(f"{jobs}, {shards}, {slices}, {tours} looked at: {amount(len(result.findings), 'finding')}")
        if result.dropped:
            echo_message(f"not merged again, without statistics of the shards: {amount(result.dropped, 'result')}")
        if result.of_other_code:
            echo_message(
                f"made by other code, so compared in exact counts alone: {amount(result.of_other_code, 'result')}"
            )
    if not result.checked_itself:
        echo_message("The database has not checked its own files: CREATE EXTENSION amcheck lets it.")
    if result.findings:
        raise click.exceptions.Exit(FAILED)
