"""How long constructions take."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.lab.timing import sides
from cli.main import main


@pytest.mark.parametrize("closed", [False, True])
def test_sides_grow_by_ratio(closed: bool) -> None:
    """From the smallest to the largest, each once; even ones for closed tours."""
    found = sides(10_000, 20, closed=closed)
    assert (found[0], found[-1]) == (6, 10_000)
    assert found == sorted(set(found))
    assert not closed or all(side % 2 == 0 for side in found)


def test_the_curve_is_a_table_and_a_picture(tmp_path: Path) -> None:
    """A row for each side, with its seconds."""
    picture = tmp_path / "curve.svg"
    result = CliRunner().invoke(main, ["timing", "--largest", "24", "--points", "3", "--closed", "--svg", str(picture)])
    assert result.exit_code == 0, result.output
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert [int(row["squares"]) for row in rows] == [36, 144, 576]
    assert all(float(row["wall_seconds"]) > 0 for row in rows)
    assert picture.read_text().startswith("<svg")
