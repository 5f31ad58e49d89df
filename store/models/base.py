"""The declarative base and its naming convention (constraints need names to be migrated on both databases)."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import CheckConstraint, Index, MetaData, TextClause
from sqlalchemy.orm import DeclarativeBase

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(DeclarativeBase):
    """Base of all models."""

    metadata = MetaData(naming_convention=NAMES)

    def __init_subclass__(cls, **more: object) -> None:
        """Use the first paragraph of a model's docstring as the table's comment."""
        super().__init_subclass__(**more)
        if "__tablename__" in vars(cls):
            cls.metadata.tables[cls.__tablename__].comment = (cls.__doc__ or "").partition("\n")[0]


def partial_index(name: str | None, *columns: str, where: TextClause) -> Index:
    """Return an index of the rows that meet a condition, on both databases.

    Migrations create it. Only SQLite's option states the condition here, as PostgreSQL's would load its whole dialect
    at every start.
    """
    return Index(name, *columns, sqlite_where=where)


def one_of(column: str, values: Iterable[str]) -> CheckConstraint:
    """Return the constraint that a column has one of these values, or is null if nullable."""
    return CheckConstraint(f"{column} IN ({', '.join(repr(str(value)) for value in values)})", name=column)


def not_negative(*columns: str) -> list[CheckConstraint]:
    """Return the constraints that numbers are non-negative, or null if nullable."""
    return [CheckConstraint(f"{column} >= 0", name=column) for column in columns]
