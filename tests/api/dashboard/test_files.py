"""Tables as files."""

from __future__ import annotations

from api.dashboard.files import csv_file


def test_a_table() -> None:
    """Commas and quotes are quoted; a text that a spreadsheet would run is made harmless, a number is left alone."""
    answer = csv_file([["a,b", 'say "x"'], ["=1+1", "-5"], [3, 2.5]])

    assert answer.mimetype == "text/csv"
    assert answer.get_data(as_text=True) == '"a,b","say ""x"""\r\n\'=1+1,-5\r\n3,2.5\r\n'
