"""`cavalier rates`."""

from __future__ import annotations

import csv
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


def test_squares_and_closed(tmp_path: Path) -> None:
    """A table for each heuristic with a row a side, and one picture; closed tours on even sides only."""
    run(tmp_path, "squares", "--largest", "8")
    run(tmp_path, "closed", "--largest", "8")
    assert [row["rows"] for row in table(tmp_path / "squares-roth.csv")] == ["5", "6", "7", "8"]
    assert [row["rows"] for row in table(tmp_path / "closed-pohl.csv")] == ["6", "8"]
    assert (tmp_path / "squares.svg").read_text().startswith("<svg")
    assert (tmp_path / "closed.svg").exists()


def test_rectangles(tmp_path: Path) -> None:
    """A row for every ordered pair of sides from 3, each rate within its interval."""
    run(tmp_path, "rectangles", "--largest", "6")
    rows = table(tmp_path / "rectangles-warnsdorff.csv")
    assert [(row["rows"], row["columns"]) for row in rows] == [
        (str(m), str(n)) for m in range(3, 7) for n in range(3, 7)
    ]
    assert all(float(row["low_95"]) <= float(row["rate"]) <= float(row["high_95"]) for row in rows)
    assert (tmp_path / "rectangles.svg").exists()
