"""Tables as files."""

from __future__ import annotations

import hashlib

from flask import Flask

from api.pages.downloads import csv_file


def test_a_table(app: Flask) -> None:
    """Commas and quotes are quoted; a text that a spreadsheet would run is made harmless, a number is left alone."""
    with app.test_request_context("/a table.csv?job=1&job=%0A"):
        answer = csv_file([["a,b", 'say "x"'], ["=1+1", "-5"], [3, 2.5]])

    assert answer.mimetype == "text/csv"
    assert answer.get_data(as_text=True) == '"a,b","say ""x"""\r\n\'=1+1,-5\r\n3,2.5\r\n'
    assert answer.headers["Export-Query"] == "/a%20table.csv?job=1&job=%0A"
    assert answer.headers["Export-Rows"] == "2"
    assert answer.headers["Export-SHA256"] == hashlib.sha256(answer.get_data()).hexdigest()
