"""Small tables of any columns as CSV and Parquet: made whole, so that their digest is known before they are sent."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

from store.exports.parquet import LEVEL, NOTES

Rows = Sequence[Sequence[Any]]


def table_csv(columns: Sequence[str], rows: Rows) -> str:
    """Return a line of names, then one for each row; nothing stands for NULL, true and false for truth values."""
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([str(value).lower() if isinstance(value, bool) else value for value in row])
    return lines.getvalue()


def table_parquet(columns: Sequence[str], rows: Rows, noted: Mapping[str, object]) -> bytes:
    """Return a file; a column of values of different types is one of texts. ImportError where pyarrow is missing.

    noted: what stands under NOTES in the file's own metadata, as JSON.
    """
    import pyarrow as pa  # noqa: PLC0415  an optional package
    from pyarrow import parquet  # noqa: PLC0415

    arrays = [pa.array(_alike([row[number] for row in rows])) for number in range(len(columns))]
    table, out = pa.Table.from_arrays(arrays, names=list(columns)), io.BytesIO()
    options = {"compression": "zstd", "compression_level": LEVEL, "store_schema": False}
    with parquet.ParquetWriter(out, table.schema, **options) as writer:
        writer.write_table(table)
        writer.add_key_value_metadata({NOTES: json.dumps(dict(noted))})
    return out.getvalue()


def _alike(values: Sequence[Any]) -> Sequence[Any]:
    """Return values of one type: whole numbers become floats beside floats, all else texts."""
    kinds = {type(value) for value in values if value is not None}
    if len(kinds) < 2:
        return values
    kind = float if kinds == {int, float} else str
    return [None if value is None else kind(value) for value in values]
