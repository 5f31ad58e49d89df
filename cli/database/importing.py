"""`cavalier import`: another database's export into this one."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from io import BufferedIOBase
from pathlib import Path

import click

from cli.database.connect import newest_database
from cli.errors import problem
from cli.options import data_option, json_option, print_json
from cli.output import echo_message
from cli.settings import database_settings
from drawing.amounts import amount
from drawing.numbers import group_digits
from findings.imports.load import ImportRefusedError, import_file
from store.database.db import Database
from store.database.statistics import analyze
from store.errors import DataFolderInUseError
from store.jobs.current_result import current_result
from store.settings import Settings
from workers.host.data_lock import lock_data_folder


@click.command("import", short_help="Import another database's export.")
@click.argument("file", type=click.File("rb"))
@data_option
@json_option
def import_command(*, file: BufferedIOBase, data: Path, as_json: bool) -> None:
    """Bring in FILE, tours or counts as `cavalier export` writes them in JSON Lines, from another database.

    Every tour is checked and classified again. Counts are kept as claims of the other database, confirmed where a job
    here has counted the same. Where a line is faulty it is named, and nothing is imported. The same file is brought in
    once. The service must not be running on the data folder meanwhile.
    """
    try:
        with _alone(database_settings(data)), newest_database(data) as database:
            summary = _import_file(database, file)
    except DataFolderInUseError as error:
        raise problem("Data folder in use", str(error)) from error
    except ImportRefusedError as error:
        named = [{"line": line, "detail": fault} for line, fault in error.faults]
        raise problem("Faulty lines", str(error), status=422, errors=named) from error
    if as_json:
        print_json(summary)
        return
    stored, claims = amount(str(summary["imported"]), "tour"), amount(str(summary["claims"]), "count")
    held = group_digits(str(summary["held_before"]))
    echo_message(f"{stored} imported, {held} were here before; {claims} claimed: job {summary['job']}")
    if not summary["made_now"]:
        echo_message("this file had been imported before", err=True)


def _alone(settings: Settings) -> AbstractContextManager[None]:
    """Lock the data folder; a server's database needs no lock."""
    return nullcontext() if settings.database_url else lock_data_folder(settings.data)


def _import_file(database: Database, file: BufferedIOBase) -> dict[str, object]:
    with database.writing() as session:
        job, made_now = import_file(session, file, Path(getattr(file, "name", "a file")).name)
        result = current_result(session, job)
        counts = {count.quantity: int(count.value) for count in result.counts}
        summary = {"job": job.public_id, "made_now": made_now, "claims": len(result.extra.get("claims", []))} | counts
    if made_now:
        analyze(database, ("tour_runs", "tours"))
    return summary
