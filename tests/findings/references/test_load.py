"""Published figures are loaded into the database once and kept up to date."""

from __future__ import annotations

from sqlalchemy import func, select, update

from findings.references.data_files import all_figures, data_version
from findings.references.load import load_references
from store.database.db import Database
from store.models.references import ReferenceRow
from store.queries.figure_lists import find_figures


def test_loading_is_idempotent_and_mends(database: Database) -> None:
    """A second load changes nothing; outdated rows are replaced under their ids, and unknown ones removed."""
    with database.writing() as session:
        load_references(session)
    with database.writing() as session:
        assert not load_references(session)
        first = select(ReferenceRow.id).order_by(ReferenceRow.id).limit(1).scalar_subquery()
        session.execute(update(ReferenceRow).where(ReferenceRow.id == first).values(version="old", value="wrong"))
        session.add(ReferenceRow(**columns(session.scalars(select(ReferenceRow)).first())))
    with database.writing() as session:
        assert load_references(session)
    with database.reading() as session:
        rows = find_figures(session, ReferenceRow, {})
        assert [row.key for row in rows] == [figure.key for figure in all_figures()]
        assert {row.version for row in rows} == {data_version()}
        assert rows[0].value == all_figures()[0].value


def columns(row: ReferenceRow | None) -> dict[str, object]:
    """Return the columns of a row that is in no data file."""
    assert row is not None
    values = {column.key: getattr(row, column.key) for column in ReferenceRow.__table__.columns if column.key != "id"}
    return values | {"key": "unknown", "version": "old"}


def test_every_field_comes_back(database: Database) -> None:
    """The table contains exactly the data files."""
    with database.writing() as session:
        load_references(session)
        assert session.execute(select(func.count()).select_from(ReferenceRow)).scalar_one() == len(all_figures())
        for row, figure in zip(find_figures(session, ReferenceRow, {}), all_figures(), strict=True):
            fields = {name: getattr(row, name) for name in vars(figure) if name != "at"}
            assert fields | {"at": row.place} == vars(figure) | {"at": dict(figure.at)}
