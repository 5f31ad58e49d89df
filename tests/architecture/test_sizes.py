"""Files and functions stay small enough to be read in one sitting."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = (
    "api",
    "cli",
    "client",
    "drawing",
    "engine",
    "findings",
    "language",
    "migrations",
    "phrasing",
    "reproduction",
    "store",
    "workers",
)
GENERATED = ROOT / "client" / "cavalier" / "documents.py"
LONGEST_FILE = 400
LONGEST_FUNCTION = 60
"""The limit for kernels, which are loops in one function by design; other functions stay below 40 lines."""

SOURCES = sorted(
    path
    for name in PACKAGES
    for path in (ROOT / name).rglob("*.py")
    if "versions" not in path.relative_to(ROOT).parts and path != GENERATED
)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_sizes(path: Path) -> None:
    """No file is longer than 400 lines, no function's body longer than 60."""
    text = path.read_text()
    assert len(text.splitlines()) <= LONGEST_FILE
    assert [name for name, lines in _functions(text) if lines > LONGEST_FUNCTION] == []


def _functions(text: str) -> Iterator[tuple[str, int]]:
    """Yield each function's name and the length of its body without the docstring."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            statements = node.body[1:] if ast.get_docstring(node) is not None else node.body
            if statements:
                yield node.name, (statements[-1].end_lineno or 0) - statements[0].lineno + 1
