"""`cavalier rates`."""

from __future__ import annotations

import csv
import json
from pathlib import Path

from click.testing import CliRunner

from cli.main import main


def run(out: Path, *arguments: str) -> None:
    """Run the command with few attempts."""
    result = CliRunner().invoke(main, ["rates", *arguments, "--out", str(out), "--attempts", "5"])
    assert result.exit_code == 0, result.output


def table(path: Path) -> list[dict[str, str]]:
    """Read a table."""
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def rows_of(method: str, rows: list[dict[str, str]]) -> list[str]:
    """Return the sides that one heuristic was measured on."""
    return [row["rows"] for row in rows if row["method"] == method]


def test_one_command_makes_everything(tmp_path: Path) -> None:
    """Each experiment has a table, a document and a picture; closed tours have rows for even sides only."""
    run(tmp_path, "--largest", "8")
    made = {path.name for path in tmp_path.iterdir()}
    assert made == {f"{name}.{form}" for name in ("squares", "rectangles", "closed") for form in ("csv", "json", "svg")}
    for method in ("warnsdorff", "pohl", "roth"):
        assert rows_of(method, table(tmp_path / "squares.csv")) == ["5", "6", "7", "8"]
        assert rows_of(method, table(tmp_path / "closed.csv")) == ["6", "8"]
    by_table = [row for row in table(tmp_path / "squares.csv") if row["method"] == "squirrel-cull"]
    assert [(row["rows"], row["attempts"], row["rate"], row["low_95"]) for row in by_table] == [
        (str(side), "1", "1.0", "1.0") for side in (5, 6, 7, 8)
    ]
    assert (tmp_path / "squares.svg").read_text().startswith("<svg")


def test_the_document_says_what_was_done(tmp_path: Path) -> None:
    """The document has tours, start, seed and kind of interval, and the same rates as the table."""
    run(tmp_path, "closed", "--largest", "6", "--seed", "7")
    document = json.loads((tmp_path / "closed.json").read_text())
    rates = document.pop("rates")
    facts = {"experiment": "closed", "tours": "closed", "start": [1, 1], "seed": 7, "interval": "Wilson, 95 %"}
    assert document == facts
    assert [{name: str(value) for name, value in row.items()} for row in rates] == table(tmp_path / "closed.csv")


def test_rectangles(tmp_path: Path) -> None:
    """A row for every ordered pair of sides from 3, each rate within its interval."""
    run(tmp_path, "rectangles", "--largest", "6")
    rows = table(tmp_path / "rectangles.csv")
    assert [(row["rows"], row["columns"]) for row in rows] == [
        (str(m), str(n)) for m in range(3, 7) for n in range(3, 7)
    ]
    assert all(float(row["low_95"]) <= float(row["rate"]) <= float(row["high_95"]) for row in rows)


def test_the_pictures_show_what_the_tables_say(tmp_path: Path) -> None:
    """The curves are labelled by heuristic; a cell of the map states its numbers."""
    run(tmp_path, "--largest", "6")
    curves = (tmp_path / "squares.svg").read_text()
    assert all(f">{method}</text>" in curves for method in ("warnsdorff", "pohl", "roth"))
    first = table(tmp_path / "rectangles.csv")[0]
    assert f"3x3: {first['successes']} of 5, 95 %" in (tmp_path / "rectangles.svg").read_text()
