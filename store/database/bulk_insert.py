"""Insertion of many rows by one statement, with no Python work per row on PostgreSQL.

PostgreSQL takes an array for each column, in binary form. COPY takes five sixths of the time, but cannot be part of
a pipeline. SQLite takes one JSON text.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import ARRAY, ColumnElement, Table, bindparam, cast, func, insert, select

from store.database.together import Bound

ELEMENT_TYPES = {"b1": 16, "i8": 20, "i2": 21, "i4": 23, "f8": 701}
"""PostgreSQL's OIDs of types, by NumPy's kind and size."""

BYTEA = 17


@dataclass(frozen=True)
class PackedArray:
    """An array in PostgreSQL's binary form; the statement casts it to its type."""

    packed: bytes


def insert_rows(
    dialect: str, table: Table, rows: NDArray[np.void], *conditions: ColumnElement[bool], **same: ColumnElement[Any]
) -> Bound:
    """Return the statement that inserts rows if the conditions hold, and its parameters.

    rows: their fields are columns of the table. same: expressions for columns with one value in all rows.
    """
    names = list(rows.dtype.names or ())
    if dialect == "sqlite":
        given = func.json_each(bindparam("rows")).table_valued("value")
        columns: Sequence[ColumnElement[Any]] = [
            func.json_extract(given.c.value, f"$[{place}]") for place in range(len(names))
        ]
        values: dict[str, object] = {"rows": json.dumps(rows.tolist())}
    else:
        arrays = (cast(bindparam(name), ARRAY(table.c[name].type)) for name in names)
        columns = tuple(func.unnest(*arrays).table_valued(*names).render_derived().c)
        values = {name: pack_array(rows[name]) for name in names}
    source = select(*columns, *same.values()).where(*conditions)
    return insert(table).from_select([*names, *same], source), values


def pack_array(values: NDArray[np.generic]) -> PackedArray:
    """Pack values (k,) of a type in ELEMENT_TYPES, or byte strings of equal length, uint8 (k, length)."""
    kind = values.dtype.newbyteorder(">")
    element = BYTEA if values.ndim > 1 else ELEMENT_TYPES[kind.str[1:]]
    items = np.empty(len(values), dtype=[("length", ">i4"), ("value", kind, values.shape[1:])])
    items["length"], items["value"] = items.dtype["value"].itemsize, values
    head = np.array([1, 0, element, len(values), 1], dtype=">i4")  # dimensions, nulls, type, size, lower bound
    return PackedArray(head.tobytes() + items.tobytes())


def send_packed_arrays() -> None:
    """Make psycopg send packed arrays unchanged. Call it before creating an engine."""
    from psycopg import adapt, adapters, pq  # noqa: PLC0415  loads libpq, which SQLite does without

    class PackedArrayDumper(adapt.Dumper):
        format = pq.Format.BINARY

        def dump(self, obj: PackedArray) -> bytes:
            return obj.packed

    adapters.register_dumper(PackedArray, PackedArrayDumper)
