"""`cavalier atlas publish`."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from cli.main import main


def test_a_folder_is_written_once(tmp_path: Path) -> None:
    """It says how many files there are, and that archives ask for a licence; a folder in use is refused by its name."""
    words = ["atlas", "publish", str(tmp_path / "atlas"), "--date", "2026-11-26"]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    assert "files in" in done.stdout
    assert "--licence" in done.stderr
    assert (tmp_path / "atlas" / "SHA256SUMS").exists()
    again = CliRunner().invoke(main, words)
    assert again.exit_code == 1
    assert "FOLDER" in again.stderr
