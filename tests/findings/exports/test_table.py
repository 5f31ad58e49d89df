"""Small tables as CSV and Parquet."""

from __future__ import annotations

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from findings.exports.table import Rows, csv_text, table_csv, table_parquet

COLUMNS = ["a", "b", "c", "d"]
ROWS: Rows = [[1, "x,y", True, None], [None, 2, False, None], [0.5, "z", None, None]]


def test_csv() -> None:
    """NULL is an empty field, and texts are quoted where necessary."""
    assert table_csv(COLUMNS, ROWS) == 'a,b,c,d\n1,"x,y",true,\n,2,false,\n0.5,z,,\n'


@pytest.mark.parametrize(
    "text", ["=1+1", "+cmd", "-a", "@sum", "\t=1", "\n=1", "\uff1d1", "'=1", "--1", "-1-1", "-1=2"]
)
def test_a_text_is_no_formula(text: str) -> None:
    """A text that looks like a formula gets an apostrophe, in the head as well."""
    [[head], [cell]] = csv.reader(io.StringIO(table_csv([text], [[text]]), newline=""))
    assert head == cell == f"'{text}"


@pytest.mark.parametrize("number", [-5, -0.5, "-5", "+12", "-1.5e-300", "-" + 30 * "9", float("-inf")])
def test_a_number_stays_one(number: object) -> None:
    """A number gets no apostrophe, even an exact one written as text."""
    assert csv_text([[number]]) == f"{number}\n"


@given(st.text(st.sampled_from("'=+-@\t\n\uff20a1 ,\"")))
def test_texts_are_known_again(text: str) -> None:
    """No two texts give the same field; a changed one has one extra apostrophe."""
    [[cell, _]] = csv.reader(io.StringIO(csv_text([[text, ""]]), newline=""))
    assert cell in {text, f"'{text}"}
    assert csv_text([[cell]]) != csv_text([[text]]) or cell == text


def test_parquet() -> None:
    """A column has one type: floats if it has any, texts if its values differ in type."""
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
    """A table without rows keeps its columns."""
    pq = pytest.importorskip("pyarrow.parquet")
    assert pq.read_table(io.BytesIO(table_parquet(["a"], [], {}))).column_names == ["a"]
    assert table_csv(["a"], []) == "a\n"
