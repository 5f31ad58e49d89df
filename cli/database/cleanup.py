"""`cavalier db tidy`: compress or drop what ended jobs keep, all at once, or say what that would free."""

from __future__ import annotations

from pathlib import Path

import click

from cli.database.connect import newest_database
from cli.options import data_option, json_option, print_json
from cli.output import echo_message
from cli.settings import database_settings
from drawing.amounts import amount
from drawing.numbers import group_digits
from store.database.db import Database
from store.jobs.deletion import delete_job
from store.jobs.retention import find_expired, find_reducible, reduce_job
from store.settings import Settings
from workers.retention import outdated_reason

KIB = 1 << 10
ALL = 1 << 40


@click.command("tidy", short_help="Compress or drop the checkpoints of jobs that have ended.")
@click.option("--dry-run", is_flag=True, help="Change nothing: say what it would free.")
@data_option
@json_option
def db_tidy(data: Path, *, dry_run: bool, as_json: bool) -> None:
    """Compress the checkpoints and statistics of ended jobs, and drop or delete what the settings keep no longer.

    A running service does the same by itself, a little at a time. CAVALIER_KEEP_STATISTICS_DAYS and
    CAVALIER_KEEP_FAILED_DAYS say what is dropped and deleted. `cavalier db vacuum` gives the room back to the disk.
    """
    settings = database_settings(data)
    with newest_database(data) as database:
        done = _clean_up(database, settings, dry=dry_run)
    if as_json:
        print_json(done | {"dry_run": dry_run})
        return
    dropped = group_digits(done["dropped"])
    compressed, deleted = amount(done["compressed"], "job"), amount(done["deleted"], "failed or cancelled job")
    before, after = (f"{done[name] / KIB:,.1f}" for name in ("bytes_before", "bytes_after"))
    if dry_run:
        echo_message(
            f"to be compressed: {compressed}, of {dropped} the statistics would be dropped: "
            f"{before} KiB before, {after} KiB after"
        )
        echo_message(f"to be deleted: {deleted}")
    else:
        echo_message(
            f"compressed: {compressed}, of {dropped} the statistics are dropped: {before} KiB before, {after} KiB after"
        )
        echo_message(f"deleted: {deleted}")


def _clean_up(database: Database, settings: Settings, *, dry: bool) -> dict[str, int]:
    days = settings.keep_failed_days
    with database.reading() as session:
        jobs = find_reducible(session, settings.keep_statistics_days, ALL)
        old = find_expired(session, days, ALL) if days else []
    before = after = 0
    for number, drop in jobs:
        for page in reduce_job(database, number, drop=drop, dry=dry):
            before, after = before + page.before, after + page.after
    for job in () if dry else old:
        delete_job(database, job, reason=outdated_reason(days))
    dropped = sum(drop for _, drop in jobs)
    sizes = {"bytes_before": before, "bytes_after": after}
    return {"compressed": len(jobs) - dropped, "dropped": dropped, "deleted": len(old), **sizes}
