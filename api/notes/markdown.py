"""Notes as HTML: Markdown without raw HTML and pictures, whose links lead to http, https and mailto alone."""

from __future__ import annotations

import re
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markupsafe import Markup

HEADING = "h3"
"""The tag of headings of every level: a note is below a heading of the page."""
ALLOWED = re.compile(r"(?:https?://|mailto:)", re.IGNORECASE)
REL = "nofollow noopener noreferrer ugc"


def render_note(text: str) -> Markup:
    """Return the text of a note to be set into a page: what is no Markdown is escaped."""
    return Markup(_parser().render(text))  # nosec B704  # noqa: S704  raw HTML is off: the parser escapes every text


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "maxNesting": 20}).enable("table").disable("image")
    parser.validateLink = lambda url: ALLOWED.match(url.strip()) is not None  # type: ignore[method-assign]
    parser.core.ruler.push("cautious", _mark)
    return parser


def _mark(state: StateCore) -> None:
    """Set the level of headings, and on links the `rel` that holds off search engines and other sites."""
    for token in state.tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = HEADING
        for inner in token.children or ():
            if inner.type == "link_open":
                inner.attrSet("rel", REL)
