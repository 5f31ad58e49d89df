"""`cavalier db backup` and `cavalier db restore`: copies of the embedded database."""

from __future__ import annotations

from pathlib import Path

import click

from cli.errors import problem
from cli.options import data_option
from cli.settings import database_settings
from store.backup import BackupError, backup, restore
from store.errors import DataFolderInUseError
from workers.data_folder import lock_data_folder


@click.command("backup", short_help="Copy the embedded database to a file.")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@data_option
def db_backup(file: Path, data: Path) -> None:
    """Copy the embedded database, as it stands at one moment, to the new FILE. The service may go on working."""
    try:
        backup(_database_file(data), file)
    except BackupError as error:
        raise problem("No backup", str(error)) from error
    click.echo(f"{file} holds a copy of {data}")


@click.command("restore", short_help="Put a copy back.")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@data_option
def db_restore(file: Path, data: Path) -> None:
    """Replace the embedded database by the copy in FILE, after checking it. No service may be using the data folder."""
    try:
        with lock_data_folder(data):
            restore(file, _database_file(data))
    except (BackupError, DataFolderInUseError) as error:
        raise problem("Not restored", str(error)) from error
    click.echo(f"{data} holds what {file} held")


def _database_file(data: Path) -> Path:
    if database_settings(data).database_url:
        raise problem("Production settings", "PostgreSQL has its own tools: pg_dump and pg_restore", status=400)
    return data / "cavalier.sqlite"
