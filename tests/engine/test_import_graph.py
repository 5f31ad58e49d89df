"""What a module reaches by its imports."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from engine.import_graph import Sources

ENGINE = Path(__file__).parents[2] / "engine"


def package(folder: Path, **texts: str) -> Sources:
    """Return the sources of a package "p" of these modules."""
    root = folder / "p"
    root.mkdir()
    for name, text in {"__init__": "", **texts}.items():
        (root / f"{name}.py").write_text(text)
    return Sources(root)


def parsed_imports(path: Path, known: set[str]) -> set[str]:
    """Return the known modules that a parser finds imported."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found & known


def test_a_parser_finds_no_more() -> None:
    """On the whole engine the quick reading finds what Python's own parser finds."""
    sources = Sources(ENGINE)
    known = set(sources.files)
    for module, path in sources.files.items():
        around = {module.rpartition(".")[0]} & known
        assert sources.imports(module) == parsed_imports(path, known) | around, module


def test_imports_of_every_form(tmp_path: Path) -> None:
    """Imports are found at the top, in a function, over several lines, and of a module or a name in it."""
    sources = package(
        tmp_path,
        a="import p.b\nfrom p import (\n    c,  # why\n    nothing,\n)\n\n\ndef f():\n    from p.d import thing\n",
        b="",
        c="import p.e as e\n",
        d="",
        e="import os\n",
        f="",
    )
    assert sources.find_reachable(["p.a"]) == ["p", "p.a", "p.b", "p.c", "p.d", "p.e"]
    assert sources.importers("p.e") == ["p.c"]


def test_a_circle_ends(tmp_path: Path) -> None:
    """Modules that import each other reach each other."""
    sources = package(tmp_path, a="import p.b\n", b="import p.a\n")
    assert sources.find_reachable(["p.b"]) == ["p", "p.a", "p.b"]


def test_a_module_that_is_not_there(tmp_path: Path) -> None:
    """A missing module is an error: a digest of nothing would be the same for ever."""
    with pytest.raises(KeyError):
        package(tmp_path).digest(["p.missing"])


def test_the_digest_is_that_of_what_is_reached(tmp_path: Path) -> None:
    """The digest changes with a reached file or an extra text, and with no other file."""
    root = tmp_path / "p"
    before = package(tmp_path, a="import p.b\n", b="", c="").digest(["p.a"])
    (root / "c.py").write_text("other = 1\n")
    assert Sources(root).digest(["p.a"]) == before
    (root / "b.py").write_text("other = 1\n")
    assert Sources(root).digest(["p.a"]) != before
    assert Sources(root).digest(["p.a"], "numba==1") != Sources(root).digest(["p.a"])
