"""A release in a clone: `make release` does what it states, and a dry run changes nothing."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest

from tests.processes import ROOT

STATED = (ROOT / "client" / "cavalier" / "__init__.py").read_text().partition('__version__ = "')[2].partition('"')[0]
NEXT = f"{int(STATED.partition('.')[0]) + 1}.0.0"


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Return a clone of the committed tree, with one more fragment."""
    folder = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", "--no-tags", str(ROOT), str(folder)], check=True)
    for key, value in (("user.name", "Tester"), ("user.email", "tester@example.org")):
        git(folder, "config", key, value)
    (folder / "changes" / "+a-clone.added.md").write_text("A line of this test.\n")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "Add a fragment")
    return folder


def git(folder: Path, *words: str) -> str:
    """Return the output of git."""
    return subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


def release(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the release in a folder."""
    command = [sys.executable, ".ci/release.py", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_the_version_stands_in_one_place() -> None:
    """Both wheels read the version from the client, no other file states it, and it is installed."""
    for project, path in ((".", "client/cavalier/__init__.py"), ("client", "cavalier/__init__.py")):
        document = tomllib.loads((ROOT / project / "pyproject.toml").read_text())
        assert document["project"]["dynamic"] == ["version"]
        assert document["tool"]["hatch"]["version"] == {"path": path}
    assert version("cavalier") == STATED
    assert "\nversion:" not in (ROOT / "CITATION.cff").read_text()


def test_a_dry_run_prints_every_step_and_changes_nothing(clone: Path) -> None:
    """A dry run changes no files, commits or tags."""
    before = git(clone, "rev-parse", "HEAD")
    done = release(clone, NEXT, "--dry-run")
    assert done.returncode == 0, done.stdout + done.stderr
    for step in ("changelog", "version", "tag", "wheel", "client wheel", "image", "atlas"):
        assert re.search(rf"^(would do|skipped): {step}: ", done.stdout, re.MULTILINE), step
    assert done.stdout.splitlines()[-1] == f"{NEXT}: would be released; nothing was pushed"
    assert (git(clone, "rev-parse", "HEAD"), git(clone, "status", "--porcelain"), git(clone, "tag")) == (before, "", "")
    assert not (clone / "dist").exists()


def test_a_release_is_made_and_goes_on_from_its_tag(clone: Path) -> None:
    """The fragments become a section, wheels and atlas have the version, and a repetition only builds these."""
    done = release(clone, NEXT)
    assert done.returncode == 0, done.stdout + done.stderr
    section = (clone / "CHANGELOG.md").read_text().partition(f"\n## {NEXT} - ")[2].partition("\n## ")[0]
    assert "A line of this test." in section
    assert [path.name for path in (clone / "changes").iterdir()] == ["README.md"]
    assert git(clone, "tag", "--points-at", "HEAD") == f"v{NEXT}"
    assert git(clone, "log", "-1", "--format=%s") == f"Release {NEXT}"
    assert git(clone, "status", "--porcelain") == ""
    for name in ("cavalier", "cavalier_client"):
        with zipfile.ZipFile(clone / "dist" / f"{name}-{NEXT}-py3-none-any.whl") as wheel:
            metadata = wheel.read(f"{name}-{NEXT}.dist-info/METADATA").decode()
        assert f"\nVersion: {NEXT}\n" in metadata
    assert f"made by Cavalier {NEXT}" in (clone / "dist" / f"atlas-{NEXT}" / "README.md").read_text()
    again = release(clone, NEXT)
    assert again.returncode == 0, again.stdout + again.stderr
    assert f"skipped: changelog, version, tag: v{NEXT} is this commit" in again.stdout


@pytest.mark.parametrize(
    ("number", "reason"),
    [("1.0", "'1.0' is not x.y.z"), ("0.0.1", f"0.0.1 is before {STATED}"), (NEXT, "the tree has changes")],
)
def test_what_cannot_be_released_is_refused(clone: Path, number: str, reason: str) -> None:
    """A release is refused with the reason before anything changes."""
    (clone / "README.md").write_text("changed\n")
    done = release(clone, number)
    assert done.returncode == 1
    assert reason in done.stdout
    assert git(clone, "tag") == ""


def test_a_version_is_released_once(clone: Path) -> None:
    """A tag on another commit is not moved."""
    git(clone, "tag", f"v{NEXT}", "HEAD~1")
    done = release(clone, NEXT)
    assert (done.returncode, f"v{NEXT} is another commit" in done.stdout) == (1, True)


def test_nothing_is_released_without_a_line_in_the_changelog(clone: Path) -> None:
    """Without an entry in the changelog there is no release."""
    for fragment in (clone / "changes").glob("+*.md"):
        fragment.unlink()
    git(clone, "commit", "--quiet", "--all", "--message", "Take the fragments out")
    done = release(clone, NEXT)
    assert (done.returncode, "no fragment" in done.stdout) == (1, True)
