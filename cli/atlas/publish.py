"""`cavalier atlas publish`: the atlas as a data set for an archive."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click

from cli.errors import problem
from cli.output import echo_message
from findings.atlas_release import Release, write_release
from language.translate import gettext, ngettext


@click.command(short_help="Write the atlas as a data set for an archive.")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--date", "published", type=click.DateTime(["%Y-%m-%d"]), help="Day of publication.  [default: today, in UTC]"
)
@click.option("--licence", metavar="ADDRESS", help="Address of the licence of the data.")
@click.option("--public-url", metavar="ADDRESS", help="Where the data set will stand.")
def publish(folder: Path, *, published: datetime | None, licence: str | None, public_url: str | None) -> None:
    """Write all figures and tours of the atlas into FOLDER, with README, checksums and metadata.

    Tables are CSV and Parquet, sequences b-files; the metadata are those of RO-Crate 1.1, DataCite 4 and CFF. The same
    atlas, date and options give the same bytes.
    """
    day = (published or datetime.now(UTC)).date()
    try:
        names = write_release(folder, Release(day, licence, public_url))
    except OSError as error:
        raise problem("Not written", f"FOLDER: {error.strerror or error}") from error
    number = len(names)
    echo_message(
        ngettext(
            "%(number)s file in %(folder)s", "%(number)s files in %(folder)s", number, number=number, folder=folder
        )
    )
    if licence is None:
        echo_message(gettext("no licence is named: archives ask for one (--licence ADDRESS)"), err=True)
