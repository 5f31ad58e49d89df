"""SECURITY.md: each line names tests, which are there."""

from __future__ import annotations

import re

from tests.processes import ROOT

PAGE = (ROOT / "SECURITY.md").read_text()


def test_each_line_has_its_tests() -> None:
    """Every line of the table of guards names one test at least, by file and function."""
    table = PAGE.split("## What is guarded")[1].split("## What an operator")[0]
    lines = [line for line in table.splitlines() if line.startswith("| ")][1:]
    named = {line: re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", line) for line in lines}
    assert len(lines) > 15
    assert [line for line, tests in named.items() if not tests] == []
    missing = [
        f"{path}::{name}"
        for tests in named.values()
        for path, name in tests
        if not re.search(rf"^def {name}\(", (ROOT / path).read_text(), re.MULTILINE)
    ]
    assert missing == []


def test_its_settings_are_there() -> None:
    """What an operator is told to set is a setting."""
    known = (ROOT / "docs" / "settings.md").read_text()
    assert [name for name in re.findall(r"CAVALIER_[A-Z_]+[A-Z]", PAGE) if f"`{name}`" not in known] == []
