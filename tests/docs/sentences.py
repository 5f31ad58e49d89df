"""The sentences of a Markdown page, without code, tables and headings, and all of its text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

PARSER = MarkdownIt("commonmark").enable("table")
LEFT_OUT = {"fence", "code_block", "table", "heading", "html_block"}
MARKS = re.compile(r"\A---\n.*?\n---\n|^\([a-z-]+\)=\n", re.DOTALL | re.MULTILINE)
"""Settings of a page at its top, and targets of links."""

END = re.compile(r"(?<=[.!?])[)\"*]*\s+(?=[\"(*]*[A-Z0-9À-Ý`])")
ABBREVIATION = re.compile(r"\b(e\.g|i\.e|vol|no|pp?|cf|al|Nr|St|[A-Z])\.$")
WORD = re.compile(r"\w")


def sentences(text: str) -> list[str]:
    """Return the sentences of a page in reading order. Code in a line counts as a word."""
    tree = SyntaxTreeNode(PARSER.parse(MARKS.sub("", text)))
    return [sentence for block in _blocks(tree) for sentence in _split(block)]


def words(text: str) -> list[str]:
    """Return the text of every heading, paragraph and cell of a page, without code."""
    tree = SyntaxTreeNode(PARSER.parse(MARKS.sub("", text)))
    return [_plain(node) for node in tree.walk() if node.type == "inline"]


def texts(text: str) -> list[str]:
    """Return the text of every heading, paragraph, cell and block of code of a page. Directives are left out."""
    tree = SyntaxTreeNode(PARSER.parse(MARKS.sub("", text)))
    return [
        node.content if node.type in {"fence", "code_block"} else _plain(node, code=None)
        for node in tree.walk()
        if node.type in {"inline", "code_block"} or (node.type == "fence" and not node.info.startswith("{"))
    ]


def tables(text: str) -> list[list[str]]:
    """Return the lines of each table of a page, as the source has them."""
    source = MARKS.sub("", text)
    lines = source.splitlines()
    nodes = SyntaxTreeNode(PARSER.parse(source)).walk()
    return [lines[slice(*node.map)] for node in nodes if node.type == "table" and node.map is not None]


def length(sentence: str) -> int:
    """Return the number of words of a sentence."""
    return sum(bool(WORD.search(word)) for word in sentence.split())


def _blocks(node: SyntaxTreeNode) -> Iterator[str]:
    """Yield the text of each paragraph and list item below `node`."""
    for child in node.children:
        if child.type == "inline":
            yield _plain(child)
        elif child.type not in LEFT_OUT:
            yield from _blocks(child)


def _plain(node: SyntaxTreeNode, code: str | None = "`code`") -> str:
    """Return what a reader sees of a line, with `code` for each piece of code, or that piece itself."""
    if node.type == "code_inline":
        return code or node.content
    if node.type in {"softbreak", "hardbreak"}:
        return " "
    if node.type == "image":
        return ""
    return "".join(_plain(child, code) for child in node.children) if node.children else node.content


def _split(block: str) -> Iterator[str]:
    """Yield the sentences of a paragraph. A full stop after an abbreviation or an initial ends none."""
    start = 0
    for end in END.finditer(block):
        if not ABBREVIATION.search(block[start : end.start()]):
            yield block[start : end.end()].strip()
            start = end.end()
    if WORD.search(block[start:]):
        yield block[start:].strip()
