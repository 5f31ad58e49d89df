"""What tables and columns mean, told by the database itself to whoever opens it with other tools (PostgreSQL)."""

from __future__ import annotations

from sqlalchemy import inspect
from sqlalchemy.orm import Session
from sqlalchemy.schema import SetColumnComment, SetTableComment

from store.models.base import Base


def write_comments(session: Session) -> None:
    """Bring the comments on tables and columns up to date; SQLite has none."""
    connection = session.connection()
    if connection.dialect.name == "sqlite":
        return
    known = inspect(connection)
    tables = known.get_multi_table_comment()
    columns = known.get_multi_columns()
    for table in Base.metadata.sorted_tables:
        if tables[None, table.name]["text"] != table.comment:
            connection.execute(SetTableComment(table))
        stored = {column["name"]: column["comment"] for column in columns[None, table.name]}
        for column in table.columns:
            if stored[column.name] != column.comment and column.comment is not None:
                connection.execute(SetColumnComment(column))
