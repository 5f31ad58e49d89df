"""Notes as HTML: what Markdown says, and nothing that a browser would run or load."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from api.notes.markdown import ALLOWED, REL, render_note

TAGS = {
    "p", "em", "strong", "a", "ul", "ol", "li", "code", "pre", "blockquote", "hr", "br", "h3", "table", "thead",
    "tbody", "tr", "th", "td",
}  # fmt: skip
ATTRIBUTES = {"a": {"href", "rel", "title"}, "ol": {"start"}, "code": {"class"}, "th": {"style"}, "td": {"style"}}


class Reader(HTMLParser):
    """A parser that refuses elements and attributes that notes may not have."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.seen: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Refuse what is not listed."""
        given = dict(attrs)
        assert tag in TAGS
        assert set(given) <= ATTRIBUTES.get(tag, set())
        if tag == "a":
            assert ALLOWED.match(given["href"] or "")
            assert given["rel"] == REL
        if "style" in given:
            assert given["style"] in {"text-align:left", "text-align:right", "text-align:center"}
        self.seen.append(tag)

    def handle_comment(self, data: str) -> None:
        """Refuse a comment."""
        raise AssertionError(data)

    handle_decl = handle_pi = unknown_decl = handle_comment


HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "a <b onclick=alert(1)>b</b> <!-- c -->",
    "[a](javascript:alert(1))",
    "[a](JaVaScRiPt:alert(1))",
    "[a](java&#115;cript:alert(1))",
    "[a](&#x6A;avascript:alert(1))",
    "[a](<javascript:alert(1)>)",
    "[a]( javascript:alert(1))",
    "[a](data:text/html;base64,PHNjcmlwdD4=)",
    "[a](data:image/svg+xml,<svg onload=alert(1)>)",
    "[a](vbscript:x) [b](file:///etc/passwd) [c](//evil.example)",
    '<javascript:alert(1)> <https://example.org/?"onclick=alert(1)>',
    "![a](https://example.org/pixel.png)",
    "![a][b]\n\n[b]: https://example.org/pixel.png",
    "[a][b]\n\n[b]: javascript:alert(1) 'x'",
    '[a](https://example.org "x\\" onclick=alert(1)")',
    '``` "onclick=alert(1) <b>\nx\n```',
    "# <svg/onload=alert(1)>\n\n> <iframe src=//evil.example>",
    "|a|b|\n|:-|-:|\n|<script>|[x](javascript:1)|",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_runs(text: str) -> None:
    """No script, handler, picture or address of another scheme comes through."""
    Reader(render_note(text))


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.sampled_from([*HOSTILE, *"[](){}<>!\"'`#*_\\|:&;\n \t", "javascript:", "onload=", "a"]), max_size=12)
)
def test_nothing_runs_in_any_order(parts: list[str]) -> None:
    """The same is true of pieces of these texts in any combination."""
    Reader(render_note("".join(parts)))


def test_what_markdown_says() -> None:
    """Emphasis, lists, code, tables and links; headings have one level."""
    text = "# A\n\n**b** *c* `d<e`\n\n- [f](https://example.org)\n\n|a|\n|-|\n|1|"
    assert set(Reader(render_note(text)).seen) == {
        "h3", "p", "strong", "em", "code", "ul", "li", "a", "table", "thead", "tbody", "tr", "th", "td"
    }  # fmt: skip
    assert f'<a href="https://example.org" rel="{REL}">f</a>' in render_note(text)
    assert "d&lt;e" in render_note(text)
