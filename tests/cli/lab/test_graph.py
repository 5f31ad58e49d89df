"""The graph of a piece's moves, from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import main


def test_degrees_and_pictures(tmp_path: Path) -> None:
    """On a torus every square has eight moves, which the picture in space shows for one square."""
    plane, space = tmp_path / "plane.svg", tmp_path / "space.svg"
    command = ["graph", "torus:6x8", "--svg", str(plane), "--space", str(space), "--from", "1,1", "--json"]
    result = CliRunner().invoke(main, command)
    assert json.loads(result.stdout) == {"board": "torus:6x8", "squares": 48, "moves": 192, "degrees": {"8": 48}}
    assert plane.read_text().startswith("<svg")
    assert space.read_text().count("marker-end") == 8


@pytest.mark.parametrize(
    ("arguments", "pointer"),
    [(("nowhere",), "/board"), (("5x5", "--piece", "a"), "/piece"), (("5000x5000",), "/board"),
     (("5x5", "--space", "x.svg"), "/board"), (("5x5x5", "--from", "9,9,9"), "/from")],
)  # fmt: skip
def test_faults_are_named(
    arguments: tuple[str, ...], pointer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The exit code is 2, the field is named, and no file is written."""
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, ["graph", *arguments])
    assert list(tmp_path.iterdir()) == []
    assert result.exit_code == 2
    assert json.loads(result.stderr)["errors"][0]["pointer"] == pointer
