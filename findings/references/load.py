"""Load the published figures into the database; idempotent."""

from __future__ import annotations

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from findings.references.data_files import Figure, all_figures, data_version
from store.database.insertion import insert_all_or_replace
from store.models.references import ReferenceRow


def load_references(session: Session) -> bool:
    """Make the table hold exactly the figures of the data files; return whether anything changed.

    Known keys keep their row, so that pages being read stay valid.
    """
    version = data_version()
    least, most = session.execute(select(func.min(ReferenceRow.version), func.max(ReferenceRow.version))).one()
    if least == most == version:
        return False
    rows = [_columns(figure) | {"version": version} for figure in all_figures()]
    insert_all_or_replace(session, ReferenceRow, "key", rows)
    session.execute(delete(ReferenceRow).where(ReferenceRow.version != version))
    return True


def _columns(figure: Figure) -> dict[str, object]:
    """Return the row's columns; JSON columns hold the values as in the data files."""
    return {name: value for name, value in vars(figure).items() if name != "at"} | {"place": dict(figure.at)}
