"""Documents kept as they are written: JSONB turned a float such as 1e+21 into an integer, and -0.0 into 0.0."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

DOCUMENTS = {
    "boards": ("definition", "facts"),
    "jobs": ("specification",),
    "counts": ("extra",),
    "estimates": ("extra",),
    "square_statistics": ("extra",),
    "end_statistics": ("extra",),
    "events": ("data",),
    "result_parts": ("payload",),
    "shards": ("target",),
    "published_figures": ("place",),
}
WITH_FLOATS = {"counts": "extra", "estimates": "extra", "result_parts": "payload"}
"""Where results keep floats; integers beyond 1e16 are strings there, so that what was a float can be told."""

FIRST_WITH_EXPONENT = 10**16
PAGE = 500


def upgrade() -> None:
    """Apply. SQLite has kept what was written all along."""
    if op.get_bind().dialect.name == "postgresql":
        _change(JSONB(), sa.JSON(), "json")
        for table, column in WITH_FLOATS.items():
            _mend(table, column)


def downgrade() -> None:
    """Undo."""
    if op.get_bind().dialect.name == "postgresql":
        _change(sa.JSON(), JSONB(), "jsonb")


def _change(old: Any, new: Any, cast: str) -> None:
    for table, columns in DOCUMENTS.items():
        for column in columns:
            op.alter_column(
                table, column, existing_type=old, type_=new, postgresql_using=f'"{column}"::{cast}'
            )


def _mend(table: str, column: str) -> None:
    """Write the floats of one column again where some have become integers, page by page along the table's key."""
    rows = sa.Table(table, sa.MetaData(), autoload_with=op.get_bind())
    key = list(rows.primary_key.columns)
    last: tuple[Any, ...] | None = None
    while True:
        page = sa.select(*key, rows.c[column]).order_by(*key).limit(PAGE)
        if last is not None:
            page = page.where(sa.tuple_(*key) > last)
        found = op.get_bind().execute(page).all()
        if not found:
            return
        last = tuple(found[-1][:-1])
        for *place, document in found:
            mended = _walk(document, as_float)
            if repr(mended) != repr(document):
                own = [part == value for part, value in zip(key, place, strict=True)]
                op.get_bind().execute(rows.update().where(*own).values({column: mended}))


def as_float(number: int) -> int | float:
    """Return the float of which `number` is the shortest decimal writing without its exponent; others as they are."""
    if abs(number) < FIRST_WITH_EXPONENT or len(str(abs(number))) > 309:
        return number
    try:
        value = float(number)
    except OverflowError:
        return number
    return value if Decimal(repr(value)) == number else number


def _walk(document: Any, change: Callable[[int], int | float]) -> Any:
    if isinstance(document, dict):
        return {name: _walk(value, change) for name, value in document.items()}
    if isinstance(document, list):
        return [_walk(value, change) for value in document]
    return change(document) if type(document) is int else document
