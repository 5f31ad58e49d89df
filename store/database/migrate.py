"""Migrate a database to the newest schema, or report its revision."""

from __future__ import annotations

import io
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import inspect, text

from store.database.db import Database, open_database
from store.settings import Settings

FOLDER = Path(__file__).resolve().parents[2] / "migrations"


class NewerDatabaseError(RuntimeError):
    """The database has a schema from a newer version of the service."""


def downgrade(settings: Settings, revision: str = "base") -> None:
    """Downgrade the database to `revision`."""
    run_alembic(settings, "downgrade", revision)


def check(settings: Settings) -> None:
    """Raise if the models and the migrated database differ."""
    run_alembic(settings, "check")


def draft(name: str) -> Path:
    """Write the migration from the newest revision to the models, to be edited by hand; return its file.

    name: what it does, words joined by underscores. Changes of CHECK constraints are not detected.
    """
    before = set(_versions())
    with TemporaryDirectory() as folder:
        settings = Settings(data=Path(folder))
        run_alembic(settings, "upgrade", "head")
        number = f"{int(newest_revision()) + 1:04d}"
        run_alembic(settings, "revision", name.replace("_", " ").capitalize(), autogenerate=True, rev_id=number)
    (made,) = set(_versions()) - before
    return made


def is_current(database: Database) -> bool:
    """Whether the database has the newest schema."""
    return revision(database) == newest_revision()


def check_age(there: str | None) -> None:
    """Raise NewerDatabaseError if a database of this revision has a schema newer than this code."""
    newest = newest_revision()
    if there is not None and there > newest:
        raise NewerDatabaseError(
            f"the database has schema {there}, of a newer version of Cavalier; this one knows schemas up to {newest}"
        )


def revision(database: Database) -> str | None:
    """Return the revision of the database, None if it has none."""
    if not inspect(database.engine).has_table("alembic_version"):
        return None
    with database.reading() as session:
        there: str | None = session.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return there


def newest_revision() -> str:
    """Return the newest revision number of the migration files."""
    return max(_versions()).name.partition("_")[0]


def _versions() -> list[Path]:
    return list((FOLDER / "versions").glob("[0-9]*.py"))


def run_alembic(settings: Settings, command: str, *arguments: str, **options: object) -> None:
    """Run an Alembic command on the database of these settings."""
    from alembic import command as commands  # noqa: PLC0415  a tenth of a second to load, and only this needs it
    from alembic.config import Config  # noqa: PLC0415  as above

    open_database(settings).close()  # creates the data folder
    config = Config(stdout=io.StringIO())  # errors are raised
    config.set_main_option("script_location", str(FOLDER))
    config.attributes["url"] = settings.url
    getattr(commands, command)(config, *arguments, **options)
