"""The texts of the templates, all marked for translation so that none stays in English."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from jinja2 import Environment, nodes

from tests.processes import ROOT

FOLDER = ROOT / "api" / "pages" / "templates"
TEMPLATES = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.html"))

NAMES = {"Cavalier", "UTC", "CSV", "SVG", "JSON", "GIF", "BibTeX", "Parquet", "NULL", "disabled"}
"""Words that are the same in every language."""

SHOWN = {"alt", "aria-label", "aria-valuetext", "placeholder", "title", "content"}
"""Attributes that people see or hear."""

META = {"viewport", "color-scheme"}
"""Names of meta elements whose content is for programs."""

EXAMPLES = {
    "SELECT board, value, method, job FROM count_list WHERE quantity = 'closed'",
    "torus:8x8",
    "5xn",
    "crossings:..60,magic:1",
    "knight",
    "lcg-2^31-65539-0",
    '{"board": "6x6"}',
}
"""Examples of what one may type, the same in every language."""

SILENT = {"code", "pre", "style", "script"}
ATTRIBUTE = re.compile(r'[a-z-]+="[^"]*"')
"""An attribute in a block that is inserted into a tag."""

LETTERS = re.compile(r"[^\W\d_]{2,}")
ENVIRONMENT = Environment(extensions=["jinja2.ext.i18n"], autoescape=True)


class Bare(HTMLParser):
    """A parser that collects the words of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect the visible attributes."""
        self._silent += tag in SILENT
        named = dict(attrs)
        shown = [text for name, text in attrs if name in SHOWN and text and named.get("name") not in META]
        self.found += [text for text in shown if text not in EXAMPLES]

    def handle_endtag(self, tag: str) -> None:
        """Resume collecting after code."""
        self._silent -= tag in SILENT

    def handle_data(self, data: str) -> None:
        """Collect a text outside code."""
        if not self._silent:
            self.found.append(ATTRIBUTE.sub("", data))


def bare(source: str) -> list[str]:
    """Return the words of a template that are not marked for translation."""
    page = Bare()
    page.feed("".join(_html(source)))
    page.close()
    words = [word for text in [*page.found, *_literals(source)] for word in LETTERS.findall(text)]
    return [word for word in words if word not in NAMES]


def _html(source: str) -> Iterator[str]:
    """Yield the template's own text without its marked parts, with a 0 for each expression."""
    marked, expecting = False, False
    for _, kind, value in ENVIRONMENT.lex(source):
        if kind == "block_begin":
            expecting = True
        elif expecting and kind == "name":
            expecting = False
            marked = value == "trans" or (marked and value != "endtrans")
        elif kind == "data" and not marked:
            yield value
        elif kind == "variable_begin" and not marked:
            yield "0"


def _literals(source: str) -> Iterator[str]:
    """Yield the texts that expressions may print unchanged."""
    for output in ENVIRONMENT.parse(source).find_all(nodes.Output):
        for node in output.nodes:
            if not isinstance(node, nodes.TemplateData):
                yield from _printed(node)


def _printed(node: nodes.Node) -> Iterator[str]:
    if isinstance(node, nodes.Const) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, nodes.CondExpr):
        yield from _printed(node.expr1)
        yield from (_printed(node.expr2) if node.expr2 is not None else ())
    elif isinstance(node, nodes.Getitem) and isinstance(node.node, nodes.Dict):
        yield from (text for pair in node.node.items for text in _printed(pair.value))
    elif isinstance(node, nodes.Concat | nodes.Add | nodes.Or | nodes.MarkSafeIfAutoescape | nodes.MarkSafe):
        yield from (text for child in node.iter_child_nodes() for text in _printed(child))


@pytest.mark.parametrize("name", TEMPLATES)
def test_every_text_is_marked(name: str) -> None:
    """Only names and signs are unmarked."""
    assert bare((FOLDER / name).read_text()) == []


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("<p>Some text</p>", ["Some", "text"]),
        ("<p>{% trans %}Some text{% endtrans %} {{ _('more') }}</p>", []),
        ('<img alt="A tour of {{ board }}" class="big">', ["tour", "of"]),
        ("<b>{{ 'closed' if x else _('open') }}</b>", ["closed"]),
        ("<b>{{ {1: 'one'}[x] }}{{ x or 'none' }}</b>", ["one", "none"]),
        ("<p>{% if x == 'words' %}<code>words</code> SVG · {{ x | join(', ') }}{% endif %}</p>", []),
        ("{% trans n=n %}one{% pluralize %}many {{ n }}{% endtrans %} after", ["after"]),
    ],
)
def test_the_reader_of_templates_sees_what_is_bare(source: str, words: list[str]) -> None:
    """Texts, visible attributes and texts in expressions count as bare; classes, code and comparisons do not."""
    assert sorted(bare(source)) == sorted(words)
