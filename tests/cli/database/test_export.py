"""`cavalier export` on a data folder of its own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import main
from engine.kinds.registry import KINDS
from store.database.db import open_database
from store.settings import Settings
from tests.store.tour_samples import store_all
from tests.toy import ToyKind


@pytest.fixture
def data(sqlite_settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with all tours of 5x5."""
    monkeypatch.setitem(KINDS, "enumerate", ToyKind())
    database = open_database(sqlite_settings)
    store_all(database)
    database.close()
    return sqlite_settings.data


def test_tours(data: Path, tmp_path: Path) -> None:
    """To standard output or to a file; arrays need a file."""
    run = CliRunner().invoke
    out = tmp_path / "tours.npy"
    lines = run(main, ["export", "tours", "--board", "5x5", "--data", str(data)]).stdout.splitlines()
    assert len(lines) == 1728
    assert len(json.loads(lines[0])["squares"]) == 25
    assert run(main, ["export", "tours", "--format", "npy", "--data", str(data)]).exit_code == 2
    assert run(main, ["export", "tours", "--format", "npy", "--out", str(out), "--data", str(data)]).exit_code == 0
    assert out.stat().st_size == 128 + 1728 * 25 * 4


@pytest.mark.parametrize(
    ("options", "number"),
    [
        (["--start", "1,1"], 304),
        (["--end", "3,3", "--since", "2000-01-01T00:00:00Z"], 64),
        (["--start", "1,1", "--until", "2000-01-01T00:00:00Z"], 0),
        (["--class", "0" * 16], 0),
        (["--open", "--start", "1,3"], 56),
        (["--symmetry", "3"], 0),
    ],
)
def test_filters(data: Path, options: list[str], number: int) -> None:
    """The filters of the lists; 304 tours from a corner, 64 in the middle, 56 from the middle of a side."""
    found = CliRunner().invoke(main, ["export", "tours", "--board", "5x5", *options, "--data", str(data)])
    assert len(found.stdout.splitlines()) == number


@pytest.mark.parametrize(
    ("options", "name"),
    [(["--start", "9,9"], "--start"), (["--class", "x"], "--class"), (["--since", "yesterday"], "--since")],
)
def test_a_filter_that_cannot_be_read(data: Path, options: list[str], name: str) -> None:
    """The problem names the option."""
    found = CliRunner().invoke(main, ["export", "tours", "--board", "5x5", *options, "--data", str(data)])
    assert (found.exit_code, name in found.stderr) == (2, True)


def test_counts_and_sequence(data: Path) -> None:
    """Counts of the finished job as CSV; a family that nobody has counted is an empty file."""
    run = CliRunner().invoke
    text = run(main, ["export", "counts", "--format", "csv", "--data", str(data)]).stdout
    assert text.startswith("board,piece,quantity,convention,value,starts,restriction,method,job,engine,outcome,")
    assert run(main, ["export", "sequence", "7xn", "--data", str(data)]).stdout == ""
    assert run(main, ["export", "sequence", "what", "--data", str(data)]).exit_code == 2
