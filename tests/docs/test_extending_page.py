"""docs/extending.md names files that are there."""

from __future__ import annotations

import re

from tests.processes import ROOT

PAGE = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")


def test_every_file_named_is_there() -> None:
    """Every name in code style that has a slash or ends in .py or .md is a file or a folder, whole or by its end."""
    names = set(re.findall(r"`([a-z_./]+)`", PAGE))
    paths = {name for name in names if "/" in name or name.endswith((".py", ".md"))}
    folders = (
        *("docs", "tests", "engine", "api", "cli", "client", "drawing", "language", "store", "workers"),
        "findings",
        "phrasing",
        "reproduction",
    )
    here = {str(path.relative_to(ROOT)) for folder in folders for path in (ROOT / folder).rglob("*")}
    there = here | {"changes/", "migrations/versions", "CONTRIBUTING.md"}
    assert len(paths) > 30
    assert sorted(path for path in paths if not any(f"/{one}".endswith(f"/{path}") for one in there)) == []
