"""Small tables as CSV and Parquet."""

from __future__ import annotations

import io
import json

import pytest

from store.exports.table import table_csv, table_parquet

COLUMNS = ["a", "b", "c", "d"]
ROWS = [[1, "x,y", True, None], [None, 2, False, None], [0.5, "z", None, None]]


def test_csv() -> None:
    """Nothing for NULL, and texts in quotes where they need them."""
    assert table_csv(COLUMNS, ROWS) == 'a,b,c,d\n1,"x,y",true,\n,2,false,\n0.5,z,,\n'


def test_parquet() -> None:
    """A column has one type: floats where there are some, texts where values are of different types."""
    pq = pytest.importorskip("pyarrow.parquet")
    table = pq.read_table(io.BytesIO(table_parquet(COLUMNS, ROWS, {"rows": 3})))
    assert table.column_names == COLUMNS
    assert table.to_pydict() == {
        "a": [1.0, None, 0.5],
        "b": ["x,y", "2", "z"],
        "c": [True, False, None],
        "d": [None] * 3,
    }
    assert json.loads(table.schema.metadata[b"cavalier"]) == {"rows": 3}


def test_a_table_without_rows() -> None:
    """It has its columns."""
    pq = pytest.importorskip("pyarrow.parquet")
    assert pq.read_table(io.BytesIO(table_parquet(["a"], [], {}))).column_names == ["a"]
    assert table_csv(["a"], []) == "a\n"
