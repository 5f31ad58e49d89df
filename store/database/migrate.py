"""Bring a database to the newest schema, or say how far it is."""

from __future__ import annotations

import io
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import inspect, text

from store.database.db import Database, open_database
from store.settings import Settings

FOLDER = Path(__file__).resolve().parents[2] / "migrations"


class NewerDatabaseError(RuntimeError):
    """A newer version has brought the database to a schema that this one does not know."""


def downgrade(settings: Settings, revision: str = "base") -> None:
    """Undo migrations down to `revision`."""
    run_alembic(settings, "downgrade", revision)


def check(settings: Settings) -> None:
    """Raise where the models and the migrated database differ."""
    run_alembic(settings, "check")


def draft(name: str) -> Path:
    """Write the migration from the newest one to the models, to be read and mended by hand; return its file.

    name: what it does, in words joined by underscores. Changes of CHECK constraints are not noticed.
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


def check_age(database: Database) -> None:
    """Raise NewerDatabaseError where the database has a schema newer than any that is known here."""
    there, newest = revision(database), newest_revision()
    if there is not None and there > newest:
        raise NewerDatabaseError(
            f"the database has schema {there}, of a newer version of Cavalier; this one knows schemas up to {newest}"
        )


def revision(database: Database) -> str | None:
    """Return the last migration that the database has had, None where it has had none."""
    if not inspect(database.engine).has_table("alembic_version"):
        return None
    with database.reading() as session:
        there: str | None = session.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return there


def newest_revision() -> str:
    """Return the revision of the last migration file: they are numbered."""
    return max(_versions()).name.partition("_")[0]


def _versions() -> list[Path]:
    return list((FOLDER / "versions").glob("[0-9]*.py"))


def run_alembic(settings: Settings, command: str, *arguments: str, **options: object) -> None:
    """Run one of Alembic's commands on the database of these settings."""
    from alembic import command as commands  # noqa: PLC0415  a tenth of a second to load, and only this needs it
    from alembic.config import Config  # noqa: PLC0415  as above

    open_database(settings).close()  # creates the data folder
    config = Config(stdout=io.StringIO())  # what goes wrong is raised
    config.set_main_option("script_location", str(FOLDER))
    config.attributes["url"] = settings.url
    getattr(commands, command)(config, *arguments, **options)
