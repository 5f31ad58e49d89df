"""`cavalier export oeis` on the atlas of a new data folder."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from cli.main import main


def test_it_writes_a_contribution_and_its_b_file(tmp_path: Path) -> None:
    """On standard output the contribution alone; into a folder both, under their names."""
    asked = ["export", "oeis", "3xn", "--data", str(tmp_path / "data")]
    done = CliRunner().invoke(main, asked)
    assert done.exit_code == 0, done.output
    assert "%I A070030\n" in done.stdout

    done = CliRunner().invoke(main, [*asked, "--out", str(tmp_path / "drafts"), "--author", "Jane Doe"])
    assert done.exit_code == 0, done.output
    assert "_Jane Doe_" in (tmp_path / "drafts" / "A070030.txt").read_text()
    assert (tmp_path / "drafts" / "b070030.txt").read_text().startswith("1 0\n2 0\n3 0\n4 0\n5 16\n6 176\n")
    draft = (tmp_path / "drafts" / "A070030.txt").read_text()
    assert "on a 3 X 2n board." in draft
    assert "a(5) = 16: the 3 X 10 board" in draft
    assert "    m, w = 3, 2*n\n" in draft.replace("%o A070030 ", "")


def test_what_it_cannot_write_is_said(tmp_path: Path) -> None:
    """An unknown family, and a quantity of which too little is known."""
    folder = ["--data", str(tmp_path / "data")]
    assert CliRunner().invoke(main, ["export", "oeis", "9xq", *folder]).exit_code == 2
    done = CliRunner().invoke(main, ["export", "oeis", "cube:n", "--quantity", "open_classes", *folder])
    assert done.exit_code != 0
    assert "three open_classes of cube:n in a row" in done.stderr
