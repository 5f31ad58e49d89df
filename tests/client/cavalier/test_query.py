"""An answer to a question in SQL, as a program and a notebook see it."""

from __future__ import annotations

import pytest

from cavalier.query import Answer

ASKED = {"date": "2026-01-01T00:00:00Z", "query": "query?sql=x", "version": "1", "commit": None, "rows": 2}
DOCUMENT = {
    "columns": ["board", "value"],
    "rows": [["5x5", "1728"], ["<b>", None]],
    "more": True,
    "asked": ASKED | {"csv_sha256": "0" * 64},
}


def test_rows_and_how_they_were_asked() -> None:
    """Dictionaries by the names of the columns; a table shows markup."""
    answer = Answer(DOCUMENT)
    assert list(answer) == [{"board": "5x5", "value": "1728"}, {"board": "<b>", "value": None}]
    assert (len(answer), answer.more, answer.asked.query) == (2, True, "query?sql=x")
    assert str(answer) == "2 rows, and more: board, value"
    assert "<b>" not in answer._repr_html_().replace("<br>", "")


def test_a_table() -> None:
    """Columns in order; exact numbers stay texts."""
    pytest.importorskip("pandas")
    frame = Answer(DOCUMENT).to_dataframe()
    assert list(frame.columns) == ["board", "value"]
    assert frame.value[0] == "1728"
