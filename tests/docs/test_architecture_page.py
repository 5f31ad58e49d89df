"""ARCHITECTURE.md stays short, names what is there and has the layers of the import contracts; decisions are listed."""

from __future__ import annotations

import re
import tomllib

from tests.processes import ROOT

PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
DECISIONS = ROOT / "docs" / "decisions"
MAX_BYTES = 10_000


def test_it_is_short() -> None:
    """The page has at most 10 kB: reasons belong to the decisions."""
    assert len(PAGE.encode()) <= MAX_BYTES


def test_every_path_is_there() -> None:
    """Each path on the page and in the decisions is a file or a folder of the repository."""
    text = PAGE + "".join(path.read_text(encoding="utf-8") for path in DECISIONS.glob("*.md"))
    paths = {path for path in re.findall(r"`([a-z_]+/[a-z_./]*)`", text) if "<" not in path}
    assert len(paths) > 30
    assert sorted(path for path in paths if not (ROOT / path).exists()) == []


def test_layers_are_those_of_the_contract() -> None:
    """The table lists the packages from the top down, as the first contract does."""
    tools = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    contract = tools["importlinter"]["contracts"][0]["layers"]
    packages = [package.strip() for line in contract for package in line.split("|")]
    assert re.findall(r"^\| `(\w+)` \|", PAGE.split("## Layers")[1].split("\n## ")[0], re.MULTILINE) == packages


def test_decisions_have_one_form() -> None:
    """Each is numbered in order, has its context, decision and consequences, and stands in the list."""
    pages = sorted(DECISIONS.glob("[0-9]*.md"))
    assert [page.name[:5] for page in pages] == [f"{number:04d}-" for number in range(1, len(pages) + 1)]
    listed = re.findall(r"^\d{4}-\S+$", (DECISIONS / "index.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert listed == [page.stem for page in pages]
    for page in pages:
        headings = re.findall(r"^## (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
        assert headings == ["Context", "Decision", "Consequences"], page.name
