"""The picture of a job's first tour."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as ET

from tests.cli.processes.test_run import run


def test_a_construction_is_drawn(tmp_path: Path) -> None:
    """Standard error says where the drawing is: in the data folder, or in the file that --svg names."""
    spec = {"kind": "construct", "board": "6x6", "start": [1, 1], "end": [6, 5]}
    done = run(spec, tmp_path)
    assert done.returncode == 0, done.stderr
    job = done.stderr.split()[1]
    file = tmp_path / "drawings" / f"{job}.svg"
    assert f"drawing: {file}" in done.stderr
    assert ET.parse(file).getroot().tag.endswith("svg")
    named = tmp_path / "elsewhere" / "tour.svg"
    again = run(spec, tmp_path, "--reuse", "--json", "--svg", str(named))
    assert named.read_text() == file.read_text()
    assert json.loads(again.stdout)["tours"][0]["squares"][0] == [1, 1]


def test_what_cannot_be_drawn_is_said(tmp_path: Path) -> None:
    """Where no tour was kept there is nothing to draw."""
    done = run({"kind": "construct", "board": "4x4"}, tmp_path, "--svg", str(tmp_path / "tour.svg"))
    assert "no drawing" in done.stderr
    assert not (tmp_path / "tour.svg").exists()
