"""Direct work on the database: schema and API keys."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import get_args

import click

from cli.database.atlas_tours import bring_tours_in
from cli.database.backup import db_backup, db_restore, db_vacuum
from cli.database.cleanup import db_tidy
from cli.database.connect import newest_database, upgrade_or_say_why
from cli.errors import nothing, problem
from cli.options import data_option, json_option, print_json
from cli.output import echo_message
from cli.settings import database_settings
from cli.show.documents import console, listing
from drawing.amounts import amount
from language.translate import gettext
from store.api_keys import Scope, create_key, list_keys, revoke_key
from store.database.db import open_database
from store.models.operations import ApiKey
from store.sql.errors import QueriesOffError
from store.sql.postgres_role import checked_role, make_role

DAY_SECONDS = 86400.0


@click.group()
def db() -> None:
    """Look after the database."""


@db.command("upgrade", short_help="Create the tables, or bring them to the newest schema.")
@data_option
def db_upgrade(data: Path) -> None:
    """Create the tables, or bring them to the newest schema, and the tours of the atlas into it, once for each version.

    Harmless where nothing is to be done.
    """
    settings = database_settings(data)
    upgrade_or_say_why(settings)
    echo_message("the database has the newest schema")
    with closing(open_database(settings)) as database:
        number = bring_tours_in(settings, database)
    if number:
        echo_message(gettext("the atlas brings in %(tours)s", tours=amount(number, "tour")))


@db.command("readers", short_help="Let readers ask by SQL on PostgreSQL.")
@data_option
def db_readers(data: Path) -> None:
    """Make the role on PostgreSQL as which readers ask by SQL: it cannot log in, and may read the views alone.

    The database's user must be allowed to make roles; where it is not, the statements for an administrator are printed.
    SQLite needs no such role. Harmless where nothing is to be done.
    """
    with newest_database(data) as database:
        if database.is_sqlite:
            echo_message("readers may ask by SQL: SQLite needs no role")
            return
        try:
            with database.writing() as session:
                role = make_role(session)
                checked_role(session)
        except QueriesOffError as error:
            raise problem("No role for readers", str(error)) from error
    echo_message(f"readers may ask by SQL, as the role {role}")


db.add_command(db_backup)
db.add_command(db_restore)
db.add_command(db_vacuum)
db.add_command(db_tidy)


@click.group()
def keys() -> None:
    """Make, list and revoke API keys."""


@keys.command("create", short_help="Make a key and print it.")
@click.argument("name")
@click.option("--scope", type=click.Choice(get_args(Scope)), default="submit", show_default=True)
@click.option("--days", type=click.FloatRange(min=0, min_open=True), help="The key expires after this many days.")
@data_option
@json_option
def keys_create(name: str, scope: Scope, days: float | None, data: Path, *, as_json: bool) -> None:
    """Make an API key called NAME and print it. It is shown this once: the database keeps only its hash.

    Scopes: read looks at everything, submit also submits and steers jobs, admin may do all.
    """
    with newest_database(data) as database, database.writing() as session:
        key = create_key(session, name, scope, None if days is None else days * DAY_SECONDS)
    if as_json:
        print_json({"name": name, "scope": scope, "key": key})
    else:
        click.echo(key)


@keys.command("list", short_help="List all keys, without their secrets.")
@data_option
@json_option
def keys_list(data: Path, *, as_json: bool) -> None:
    """List all keys, oldest first, without their secrets."""
    with newest_database(data) as database, database.writing() as session:
        rows = [_public(row) for row in list_keys(session)]
    if as_json:
        print_json(rows)
    elif rows:
        columns = ["id", "name", "scope", "created", "expires", "revoked"]
        console().print(listing("API keys", columns, [[row[column] for column in columns] for row in rows]))
    if not rows:
        raise nothing("API key", "`cavalier keys create NAME` makes one")


@keys.command("revoke", short_help="Revoke a key.")
@click.argument("key_id", metavar="ID")
@data_option
def keys_revoke(key_id: str, data: Path) -> None:
    """Make the key with this ID (see `keys list`) useless from now on."""
    with newest_database(data) as database, database.writing() as session:
        known = revoke_key(session, key_id)
    if not known:
        raise problem("Not found", f"there is no key {key_id!r}", status=404)
    echo_message(f"{key_id} revoked")


def _public(row: ApiKey) -> dict[str, str | None]:
    return {
        "id": row.id,
        "name": row.name,
        "scope": row.scope,
        "created": _day(row.created_at),
        "expires": _day(row.expires_at),
        "revoked": _day(row.revoked_at),
    }


def _day(moment: float | None) -> str | None:
    return None if moment is None else datetime.fromtimestamp(moment, UTC).isoformat(timespec="seconds")
