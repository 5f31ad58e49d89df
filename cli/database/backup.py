"""`cavalier db backup`, `restore` and `vacuum`: copies of the embedded database, and its room."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import click

from cli.database.connect import newest_database
from cli.errors import problem
from cli.options import FILE, data_option
from cli.output import echo_message
from cli.settings import database_settings
from store.database.backup import BackupError, backup, restore
from store.database.vacuum import size, vacuum
from store.errors import DataFolderInUseError
from workers.host.data_lock import lock_data_folder

MIB = 1 << 20


@click.command("backup", short_help="Copy the embedded database to a file.")
@click.argument("file", type=FILE)
@data_option
def db_backup(file: Path, data: Path) -> None:
    """Copy the embedded database, as it stands at one moment, to the new FILE. The service may go on working."""
    try:
        backup(_database_file(data), file)
    except BackupError as error:
        raise problem("No backup", str(error)) from error
    echo_message(f"{file} holds a copy of {data}")


@click.command("restore", short_help="Restore a copy.")
@click.argument("file", type=FILE)
@data_option
def db_restore(file: Path, data: Path) -> None:
    """Replace the embedded database by the copy in FILE, after checking it. No service may be using the data folder."""
    try:
        with lock_data_folder(data):
            restore(file, _database_file(data))
    except (BackupError, DataFolderInUseError) as error:
        raise problem("Not restored", str(error)) from error
    echo_message(f"{data} holds what {file} held")


@click.command("vacuum", short_help="Free the disk space of what was deleted.")
@data_option
def db_vacuum(data: Path) -> None:
    """Write the database anew without the gaps of what was deleted, and bring its statistics up to date.

    It needs as much room again for a while. No service may be using it meanwhile.
    """
    settings = database_settings(data)
    try:
        with nullcontext() if settings.database_url else lock_data_folder(data), newest_database(data) as database:
            before = size(database)
            vacuum(database)
            after = size(database)
    except DataFolderInUseError as error:
        raise problem("Data folder in use", str(error)) from error
    echo_message(f"{before / MIB:,.1f} MiB before, {after / MIB:,.1f} MiB now")


def _database_file(data: Path) -> Path:
    if database_settings(data).database_url:
        raise problem("Production settings", "PostgreSQL has its own tools: pg_dump and pg_restore", status=400)
    return data / "cavalier.sqlite"
