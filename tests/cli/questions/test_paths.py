"""Pictures of a distance job's way."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from cli.errors import ProblemError
from cli.questions.paths import write_way

WAY = {
    "job": {"spec": {"board": "5x5", "piece": "knight"}},
    "extra": {"path": [[1, 1], [2, 3], [3, 5]]},
}


def test_each_form_is_written_where_it_is_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Missing folders are made, and standard error names the files."""
    files = {form: tmp_path / form / "way" for form in ("svg", "animated", "gif", "frames")}
    write_way(WAY, files)
    assert [ET.parse(files[form]).getroot().tag.rpartition("}")[2] for form in ("svg", "animated")] == ["svg", "svg"]
    with Image.open(files["gif"]) as picture:
        assert picture.format == "GIF"
        assert picture.n_frames > 1  # type: ignore[attr-defined]  # of animated pictures
    assert files["frames"].read_bytes()[:2] == b"PK"
    assert capsys.readouterr().err.splitlines() == [f"drawing: {file}" for file in files.values()]


def test_where_no_way_was_found_nothing_is_drawn(tmp_path: Path) -> None:
    """A way without a move counts as none."""
    with pytest.raises(ProblemError) as error:
        write_way(WAY | {"extra": {"path": [[1, 1]]}}, {"svg": tmp_path / "way.svg"})
    assert error.value.document["status"] == 404
    assert not (tmp_path / "way.svg").exists()
