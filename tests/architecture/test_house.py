"""House rules about the repository as a whole."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ADDRESS = re.compile(r"https?://|--(extra-)?index-url|--find-links")
NUMBERED = re.compile(r"\d{4}_[a-z0-9_]+\.py")


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock"])
def test_locks_are_hashed_and_name_no_index(name: str) -> None:
    """Every pin carries hashes and no line says where to fetch from."""
    text = (ROOT / name).read_text()
    pins = re.split(r"^(?=\S)", text, flags=re.MULTILINE)[1:]
    assert pins
    assert all("==" in pin and "--hash=sha256:" in pin for pin in pins)
    assert not ADDRESS.search(text)


def test_locks_agree() -> None:
    """The development lock pins the runtime's packages to the same versions, if perhaps on more systems."""
    runtime, development = (_pins(name) for name in ("requirements.lock", "requirements-dev.lock"))
    assert runtime.items() <= development.items()


def test_migrations_are_numbered() -> None:
    """Migrations have a number and a name that says what they do."""
    names = sorted(path.name for path in (ROOT / "migrations" / "versions").glob("*.py"))
    assert names
    assert all(NUMBERED.fullmatch(name) for name in names)


def test_compose_file_is_valid() -> None:
    """docker-compose.yml satisfies the schema of the Compose specification."""
    tool = str(Path(sys.executable).with_name("check-jsonschema"))
    command = [tool, "--builtin-schema", "vendor.compose-spec", "docker-compose.yml"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_image_has_every_package() -> None:
    """What the Dockerfile copies is let through, and every package that is installed is copied."""
    copied = re.findall(r"^COPY (?!--)(.+) \S+$", (ROOT / "Dockerfile").read_text(), flags=re.MULTILINE)
    names = {name for line in copied for name in line.split()}
    let_through = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert names == let_through
    assert set(project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]) <= names


def _pins(name: str) -> dict[str, str]:
    lines = (ROOT / name).read_text().splitlines()
    return dict(line.partition(" ")[0].split("==", 1) for line in lines if "==" in line and not line.startswith(" "))
