"""Small tables of any columns as CSV and Parquet: made whole, so that their digest is known before they are sent.

All CSV that the service sends is written here.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence

from findings.exports.parquet import Column, records_as_parquet

Rows = Sequence[Sequence[object]]
SIGNS = "=+-@\t\r\n\uff1d\uff0b\uff0d\uff20"
"""Characters that make a spreadsheet run the text behind them."""

FORMULA = re.compile(f"'*[{re.escape(SIGNS)}]")
"""The start of a text that a spreadsheet may run, or that looks like such a text after an apostrophe."""

FIRST = frozenset(f"'{SIGNS}")
"""First characters of such texts. Checking these first rules out most texts in a third of the time."""

NUMBER = re.compile(r"[+-]?\d+(\.\d+)?(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)


def table_csv(columns: Sequence[str], rows: Rows) -> str:
    """Return a line of names, then one for each row; NULL is empty, truth values are true and false."""
    return csv_text([columns, *rows])


def csv_text(rows: Iterable[Sequence[object]], end: str = "\n") -> str:
    """Return rows as lines; texts that a spreadsheet may run as formulas begin with an apostrophe, as OWASP advises."""
    lines = io.StringIO()
    csv.writer(lines, lineterminator=end).writerows([_cell(value) for value in row] for row in rows)
    return lines.getvalue()


def _cell(value: object) -> object:
    if isinstance(value, str):
        risky = value[:1] in FIRST and FORMULA.match(value) and not NUMBER.fullmatch(value)
        return f"'{value}" if risky else value
    return str(value).lower() if isinstance(value, bool) else value


def table_parquet(columns: Sequence[str], rows: Rows, metadata: Mapping[str, object]) -> bytes:
    """Return the bytes of a file; a column with values of different types is one of texts.

    columns: all different. metadata: the notes stored in the file.
    """
    kinds = {name: _kind({type(row[number]) for row in rows}) for number, name in enumerate(columns)}
    records = (dict(zip(columns, row, strict=True)) for row in rows)
    return b"".join(records_as_parquet(records, kinds, lambda: metadata))


def _kind(types: set[type]) -> Column:
    """Return what a column holds; whole numbers beside others are real."""
    held = types - {type(None)}
    if held == {bool}:
        return "truth"
    if held == {int}:
        return "whole"
    return "real" if held and held <= {int, float} else "text"
