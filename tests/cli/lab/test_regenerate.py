"""`cavalier regenerate`."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from click.testing import CliRunner, Result

from cli.main import main


def regenerate(tmp_path: Path, name: str, *options: str, **fields: object) -> Result:
    """Run the command on a specification with a file of this name as output."""
    spec = tmp_path / "spec.json"
    spec.write_text(json.dumps({"kind": "construct", "board": "6x8", **fields}))
    return CliRunner().invoke(main, ["regenerate", str(spec), str(tmp_path / name), *options])


def test_every_file_holds_the_same_sound_tour(tmp_path: Path) -> None:
    """Numbers, grid and directions all pass the checker, and the digest confirms a second run."""
    for name in ("tour.npy", "tour.txt", "tour.dir"):
        result = regenerate(tmp_path, name, tours="closed")
        assert result.exit_code == 0
        digest = result.output.split()[-1]
        assert regenerate(tmp_path, name, "--digest", digest, tours="closed").exit_code == 0
        checked = CliRunner().invoke(main, ["verify", str(tmp_path / name), "--board", "6x8", "--closed"])
        assert checked.exit_code == 0, checked.output
    assert np.load(tmp_path / "tour.npy").dtype == np.int32


def test_what_cannot_be_regenerated(tmp_path: Path) -> None:
    """Another digest and impossible tours are exit code 1, a wrong request 2."""
    assert regenerate(tmp_path, "tour.npy", "--digest", "00", tours="closed").exit_code == 1
    assert regenerate(tmp_path, "tour.npy", board="4x8", tours="closed").exit_code == 1
    assert regenerate(tmp_path, "tour.doc").exit_code == 2
    assert regenerate(tmp_path, "tour.npy", board="eight").exit_code == 2
