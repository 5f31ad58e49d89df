"""Load the atlas into the database; idempotent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from sqlalchemy import delete, func, insert, select
from sqlalchemy.orm import Session

from findings.atlas.entries import Entry, all_entries, atlas_version
from store.models.atlas import AtlasRow

if TYPE_CHECKING:
    from sqlalchemy import Table

INSERT_ENTRIES = insert(cast("Table", AtlasRow.__table__))


def load_atlas(session: Session) -> bool:
    """Make the table hold exactly the figures of the data file; return whether anything changed.

    One statement inserts all figures of a version, so a version is complete or absent.
    """
    version = atlas_version()
    least, most = session.execute(select(func.min(AtlasRow.version), func.max(AtlasRow.version))).one()
    if least == most == version:
        return False
    session.execute(delete(AtlasRow))
    rows = [row for entry in all_entries() for row in _rows(entry, version)]
    if rows:
        session.connection().execute(INSERT_ENTRIES, rows)
    return bool(rows)


def atlas_faults(session: Session) -> Iterator[tuple[str, str]]:
    """Yield the rows that differ from the data file, each with its fault; none of other versions."""
    version = atlas_version()
    if session.scalar(select(AtlasRow.id).where(AtlasRow.version == version).limit(1)) is None:
        return
    expected = {(row["entry"], row["quantity"]): row for entry in all_entries() for row in _rows(entry, version)}
    for row in session.scalars(select(AtlasRow).order_by(AtlasRow.id)):
        figure = expected.pop((row.entry, row.quantity), None)
        wrong = [] if figure is None else [name for name, value in figure.items() if getattr(row, name) != value]
        if figure is None or wrong:
            yield f"figure {row.id} of the atlas", f"is not that of the data file: {', '.join(wrong) or 'its entry'}"
    if expected:
        yield "the atlas", f"{len(expected)} figures of the data file are missing"


def _rows(entry: Entry, version: str) -> Iterator[dict[str, object]]:
    """Yield the rows of an entry, one per figure."""
    shared = {name: value for name, value in vars(entry).items() if name not in ("engine", "figures")}
    shared |= {"entry": entry.key, "version": version, "code_digest": entry.engine}
    yield from (shared | vars(figure) for figure in entry.figures)
