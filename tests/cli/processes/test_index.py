"""`cavalier index` on a data folder."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from cli.main import main


def call(*arguments: str) -> tuple[int, str]:
    """Run the command; return its exit code and what it printed."""
    result = CliRunner().invoke(main, ["index", *arguments])
    return result.exit_code, result.stdout


def test_built_listed_dropped(tmp_path: Path) -> None:
    """An index is made by a job, listed with its digest and dropped; dropping it again fails."""
    data = ("--data", str(tmp_path))
    code, printed = call("build", "5x6", *data, "--json")
    result = json.loads(printed)
    assert code == 0
    assert result["job"]["state"] == "succeeded"
    assert result["counts"][0]["value"] == "8"

    (row,) = json.loads(call("list", *data, "--json")[1])["indexes"]
    assert (row["board"], row["cycles"]) == ("5x6", "8")
    assert row["digest"] == result["extra"]["index"]["digest"]

    assert call("drop", "5x6", *data)[0] == 0
    assert json.loads(call("list", *data, "--json")[1]) == {"indexes": []}
    assert call("drop", "5x6", *data)[0] != 0
    assert not list((tmp_path / "spill" / "kept").iterdir())


def test_the_specification_alone() -> None:
    """`--spec` prints what `build` would run."""
    assert json.loads(call("build", "6x6", "--spec")[1]) == {"kind": "index", "board": "6x6"}
