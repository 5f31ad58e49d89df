"""Comments on tables, views and columns in PostgreSQL, for readers with other tools."""

from __future__ import annotations

from sqlalchemy import inspect, text
from sqlalchemy.orm import Session
from sqlalchemy.schema import SetColumnComment, SetTableComment

from store.models.base import Base
from store.sql.views import VIEWS


def write_comments(session: Session) -> None:
    """Update the comments on tables, views and columns; SQLite has none."""
    connection = session.connection()
    if connection.dialect.name == "sqlite":
        return
    known = inspect(connection)
    tables = known.get_multi_table_comment()
    columns = known.get_multi_columns()
    for table in Base.metadata.tables.values():
        if tables[None, table.name]["text"] != table.comment:
            connection.execute(SetTableComment(table))
        stored = {column["name"]: column["comment"] for column in columns[None, table.name]}
        for column in table.columns:
            if stored[column.name] != column.comment and column.comment is not None:
                connection.execute(SetColumnComment(column))
    for name, view in VIEWS.items():
        for what, comment in (
            (f"VIEW {name}", view.about),
            *((f'COLUMN {name}."{c}"', m) for c, m in view.columns.items()),
        ):
            literal = comment.replace("'", "''")
            connection.execute(text(f"COMMENT ON {what} IS '{literal}'".replace(":", "\\:")))
