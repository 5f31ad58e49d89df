"""The pages in French say what their English twins say, and lead to them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.test_readme import BLOCK, FILE
from tests.docs.test_site import Page
from tests.processes import ROOT

DOCS = ROOT / "docs"
FRENCH = DOCS / "fr"
SHELVES = ("tutorial", "explanation")
INCLUDING = {"architecture.md", "security.md"}
"""Pages that are files of the repository."""

ENGLISH = sorted(path for shelf in SHELVES for path in (DOCS / shelf).glob("*.md") if path.name not in INCLUDING)
TWINS = [
    pytest.param(DOCS / path.relative_to(FRENCH), path, id=path.name)
    for path in sorted(FRENCH.rglob("*.md"))
    if path.parent != FRENCH
]
CODE = re.compile(r"^```.*?^```$|^---$.*?^---$|^(?: {4}[^\n]*\n)+|`[^`]+`|\]\([^)]*\)", re.MULTILINE | re.DOTALL)
NUMBER = re.compile(r"(?<![\w.,])\d+(?:[.,\N{NARROW NO-BREAK SPACE}]\d+)+")
"""A number long enough to contain a separator."""

LONE = re.compile(
    r" [;:!?%»](?!\S)|« |[^\s\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}*:/][;!?»](?=\s)|\w'\w|\d \d{3}\b"
)
"""Breaking or missing spaces, which French typography forbids, and straight apostrophes."""


def test_every_page_has_its_twin() -> None:
    """Each page of the two shelves exists in French, and each French page in English."""
    there = {path.relative_to(FRENCH) for path in FRENCH.rglob("*.md")}
    assert {path.relative_to(DOCS) for path in ENGLISH} <= there
    assert [path for path in there if not (DOCS / path).is_file()] == []


@pytest.mark.parametrize(("english", "french"), TWINS)
def test_sessions_are_the_same(english: Path, french: Path) -> None:
    """Commands, outputs and files are the same in both languages."""
    ours, theirs = (path.read_text(encoding="utf-8") for path in (english, french))
    assert BLOCK.findall(ours) == BLOCK.findall(theirs)
    assert FILE.findall(ours) == FILE.findall(theirs)


@pytest.mark.parametrize(("english", "french"), TWINS)
def test_figures_are_the_same(english: Path, french: Path) -> None:
    """Numbers with separators agree, each in its language's notation, and so does the number of sections."""
    ours, theirs = (path.read_text(encoding="utf-8") for path in (english, french))
    said = {re.sub(r",(?=\d{3})", "", number) for number in NUMBER.findall(prose(ours))}
    meant = {re.sub(r"\s", "", number).replace(",", ".") for number in NUMBER.findall(prose(theirs))}
    assert said == meant
    sections = [len(re.findall(r"^#+ ", prose(text), re.MULTILINE)) for text in (ours, theirs)]
    assert sections[0] == sections[1]


@pytest.mark.parametrize("page", sorted(FRENCH.rglob("*.md")), ids=lambda page: page.name)
def test_spaces_are_those_of_french(page: Path) -> None:
    """Spaces never break: narrow before ; ! ? and in numbers, wide before : and inside quotation marks."""
    assert LONE.findall(prose(page.read_text(encoding="utf-8"))) == []


def test_the_built_pages_are_in_french(built: Path) -> None:
    """Language, navigation and the theme's texts are French; a page and its twin name each other."""
    names = {path.relative_to(FRENCH).with_suffix(".html").as_posix() for path in FRENCH.rglob("*.md")}
    for name in names:
        french, english = ((built / folder / name).read_text(encoding="utf-8") for folder in ("fr", "."))
        up = "../" * name.count("/")
        assert '<html class="no-js" lang="fr"' in french
        assert '<html class="no-js" lang="en"' in english
        assert f'hreflang="en" href="../{up}{name}"' in french
        assert f'hreflang="fr" href="{up}fr/{name}"' in english
        assert f'<a href="{up}fr/{name}" lang="fr" hreflang="fr">Français</a>' in english
        assert "Tutoriels" in french
        tree = french.split('<div class="sidebar-tree">')[1].split("</div>")[0]
        here = (built / "fr" / name).parent
        addresses = [address for tag, _, address in Page(tree).addresses if tag == "a" and address != "#"]
        listed = {(here / address).resolve().relative_to((built / "fr").resolve()).as_posix() for address in addresses}
        assert names - {"index.html", name} <= listed <= names
        for english_words in ("On this page", "Link to this", "Toggle ", "Back to top", ">Next<", ">Previous<"):
            assert english_words not in french


def test_a_page_without_a_twin_leads_to_the_front(built: Path) -> None:
    """It links to the French front page and has no alternate."""
    page = (built / "how-to" / "oeis.html").read_text(encoding="utf-8")
    assert '<a href="../fr/index.html" lang="fr" hreflang="fr">Français</a>' in page
    assert 'rel="alternate"' not in page


def prose(text: str) -> str:
    """Return a page without code and addresses."""
    return CODE.sub("", text)
