"""The prose of the pages, which is easy to read and complete on the site."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from statistics import median

import pytest

from tests.docs.sentences import length, sentences, tables, texts, words
from tests.processes import ROOT

DOCS = ROOT / "docs"
PAGES = sorted(page for page in DOCS.rglob("*.md") if "building" not in page.parts)
READ = [*sorted(ROOT.glob("*.md")), ROOT / "client" / "README.md", *PAGES]
BIBLIOGRAPHY = "docs/reference/literature.md"
"""A page whose sentences may be long, as it is a bibliography."""

MAX_MEDIAN = 15
MAX_LENGTH = 35
AVOIDED = re.compile(r"\b(told|said|whoever|wanted|so many|of which there is|by and by)\b", re.IGNORECASE)

RULE = re.compile(r"[ |:-]+")
CELL_END = re.compile(r"(?<!\\)\|")


def name(page: Path) -> str:
    """Return the path of a page in the repository."""
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", READ, ids=name)
def test_sentences_are_short(page: Path) -> None:
    """Half of a page's sentences have at most 15 words, and none has more than 35."""
    found = sentences(page.read_text(encoding="utf-8"))
    is_short = not found or name(page) == BIBLIOGRAPHY or median(map(length, found)) <= MAX_MEDIAN
    long = [sentence for sentence in found if length(sentence) > MAX_LENGTH]
    assert long == []
    assert is_short


@pytest.mark.parametrize("page", READ, ids=name)
def test_words_are_those_of_the_field(page: Path) -> None:
    """No page has a word from the list of avoided ones."""
    found = [text for text in words(page.read_text(encoding="utf-8")) if AVOIDED.search(text)]
    assert found == []


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_no_line_is_lost(built: Path, page: Path) -> None:
    """Each heading, paragraph, cell and block of code of the source stands in the built page."""
    shown = Text((built / page.relative_to(DOCS)).with_suffix(".html").read_text(encoding="utf-8")).letters
    lost = [text for text in texts(page.read_text(encoding="utf-8")) if letters(text) not in shown]
    assert lost == []


@pytest.mark.parametrize("page", READ, ids=name)
def test_tables_are_whole(page: Path) -> None:
    """Each row of a table has as many cells as its heading, and only the second line is a rule."""
    for heading, _, *rows in tables(page.read_text(encoding="utf-8")):
        assert [row for row in rows if RULE.fullmatch(row) or CELL_END.findall(row) != CELL_END.findall(heading)] == []


class Text(HTMLParser):
    """The letters and digits of a built page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._pieces: list[str] = []
        self.feed(text)
        self.letters = letters("".join(self._pieces))

    def handle_data(self, data: str) -> None:
        """Note a piece of text."""
        self._pieces.append(data)


def letters(text: str) -> str:
    """Return the letters and digits of a text, since the site changes quotation marks and dashes."""
    return "".join(filter(str.isalnum, text))


def test_sentences_are_found() -> None:
    """Code counts as a word; tables, headings and blocks of code count for nothing."""
    page = "---\norphan: true\n---\n\n# A heading of five words\n\n(mark)=\nOne `two three` four. Five\n"
    page += "six (see [seven](x.md#y)).\n\n"
    page += "| a | b |\n|---|---|\n| c | d |\n\n    code\n\n- J. Doe wrote it\n- again?\n"
    assert sentences(page) == ["One `code` four.", "Five six (see seven).", "J. Doe wrote it", "again?"]
    assert [length(sentence) for sentence in sentences(page)] == [3, 4, 4, 1]
    assert texts("Say `a b`.\n\n% hidden\n\n```python\nx\n```\n\n```{toctree}\ny\n```\n") == [
        "Say a b.",
        "% hidden",
        "x\n",
    ]
