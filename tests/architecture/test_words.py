"""Names and texts use the words of the field: functions are verbs or nouns, and no banned word returns."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GENERATED = ROOT / "client" / "cavalier" / "documents.py"
PACKAGES = (
    "api", "bench", "cli", "client", "drawing", "engine", "experiments", "findings", "language", "phrasing",
    "reproduction", "store", "verify", "workers",
)  # fmt: skip

MAX_SHARE = 0.01
"""The share of a package's functions that may be named by a bare participle."""

BANNED = re.compile(
    r"(?<![a-z])(told|said|whoever|wanted|by and by|so many|of which there (?:is|are))(?![a-z])", re.IGNORECASE
)
IRREGULAR = frozenset(
    "begun bound broken brought built caught chosen dealt done drawn driven felt found given gone grown heard"
    " held hidden kept known laid led left lent lost made meant met paid said seen sent shown sold sought spent"
    " stolen stood struck taken taught thought thrown told torn understood won worn written".split()
)
VERBS = frozenset("bleed embed exceed feed heed need proceed seed speed succeed".split())

PUBLIC = {"client": {"known", "sorted", "uncrossed"}}
"""Names that programs use."""

TO_REWRITE = {"api": 1}
"""Uses of banned words by package, which may only decrease. The one is a filter name in templates."""


@pytest.mark.parametrize("package", PACKAGES)
def test_functions_are_named_by_verbs_or_nouns(package: str) -> None:
    """At most one function in a hundred is named by a bare participle, which does not name its object."""
    names = [name for path in _sources(package) for name in _functions(path)]
    participles = [name for name in names if _is_participle(name) and name not in PUBLIC.get(package, ())]
    assert len(participles) <= int(MAX_SHARE * len(names)), participles


@pytest.mark.parametrize("package", PACKAGES)
def test_no_banned_word(package: str) -> None:
    """No name and no text contains a banned word."""
    uses = [f"{path.relative_to(ROOT)}:{line}: {word}" for path in _sources(package) for line, word in _banned(path)]
    assert len(uses) <= TO_REWRITE.get(package, 0), uses


@pytest.mark.parametrize(
    ("name", "expected"), [("_told", True), ("finished", True), ("is_finished", False), ("seed", False)]
)
def test_participles_are_recognised(name: str, *, expected: bool) -> None:
    """Regular and irregular participles are recognised, but only as whole names."""
    assert _is_participle(name) == expected


def test_banned_words_are_found_in_names_and_texts(tmp_path: Path) -> None:
    """Parts of names, comments and strings count, but not parts of other words."""
    path = tmp_path / "sample.py"
    path.write_text('best_wanted = "so many"  # told\nunwanted = "aforesaid"\n')
    assert list(_banned(path)) == [(1, "wanted"), (1, "so many"), (1, "told")]


def _sources(package: str) -> list[Path]:
    return sorted(path for path in (ROOT / package).rglob("*.py") if path != GENERATED)


def _functions(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name


def _is_participle(name: str) -> bool:
    bare = name.strip("_")
    return bare in IRREGULAR or (bare.isalpha() and bare.endswith("ed") and bare not in VERBS)


def _banned(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the line and the word of each use, in names, comments and strings."""
    for token in tokenize.generate_tokens(io.StringIO(path.read_text()).readline):
        if token.type in {tokenize.NAME, tokenize.COMMENT, tokenize.STRING}:
            for match in BANNED.finditer(" ".join(token.string.split())):
                yield token.start[0], match.group().lower()
