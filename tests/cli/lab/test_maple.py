"""`cavalier maple` prints what holds and what does not."""

from __future__ import annotations

import json

from click.testing import CliRunner

from cli.main import main


def test_the_text_names_the_misprints() -> None:
    """Counts of equal figures, and each wrong one with the right one beside it."""
    text = CliRunner().invoke(main, ["maple"]).output
    assert "178 of 180 equal" in text
    assert "135 (135): printed 843314504984, right is 843314504983" in text
    assert "32 of 32 equal" in text
    assert "29 of 33 equal" in text


def test_the_json_holds_every_figure() -> None:
    """The document has all 245 rows."""
    tables = json.loads(CliRunner().invoke(main, ["maple", "--json"]).output)["tables"]
    assert {name: len(table["rows"]) for name, table in tables.items()} == {
        "exponents": 180,
        "starts_32": 32,
        "starts_33": 33,
    }
