"""Small tables of any columns as CSV and Parquet: made whole, so that their digest is known before they are sent."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence

from store.exports.parquet import Column, records_as_parquet

Rows = Sequence[Sequence[object]]


def table_csv(columns: Sequence[str], rows: Rows) -> str:
    """Return a line of names, then one for each row; nothing stands for NULL, true and false for truth values."""
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([str(value).lower() if isinstance(value, bool) else value for value in row])
    return lines.getvalue()


def table_parquet(columns: Sequence[str], rows: Rows, noted: Mapping[str, object]) -> bytes:
    """Return a file; a column of values of different types is one of texts.

    columns: no two alike. noted: what the file says of itself.
    """
    kinds = {name: _kind({type(row[number]) for row in rows}) for number, name in enumerate(columns)}
    records = (dict(zip(columns, row, strict=True)) for row in rows)
    return b"".join(records_as_parquet(records, kinds, lambda: noted))


def _kind(types: set[type]) -> Column:
    """Return what a column holds; whole numbers beside others are real."""
    held = types - {type(None)}
    if held == {bool}:
        return "truth"
    if held == {int}:
        return "whole"
    return "real" if held and held <= {int, float} else "text"
