"""Corrections of the theme's pages: scripts and styles move from the pages to files, and keyboard access is added.

Built pages thus obey the content policy of the service, which need not be loosened for them, and the rules of WCAG.
"""

from __future__ import annotations

import re
from hashlib import sha256
from html import unescape
from pathlib import Path

from sphinx.application import Sphinx

INLINE = re.compile(r"<(script|style)>(.*?)</\1>", re.DOTALL)
ATTRIBUTE = re.compile(r'(<[a-z][^<>]*?\s)style="([^"]*)"')
MOVED = re.compile(r'\sdata-style="([^"]*)"')
REACHABLE = {
    ' role="heading">': ' role="heading" aria-level="2">',
    '<div class="table-wrapper': '<div tabindex="0" class="table-wrapper',
    "<pre>": '<pre tabindex="0">',
}
"""Replacements that give captions a level, and make parts that scroll sideways reachable by the keyboard."""

SHEET = "attributes.css"
"""File of the rules that replace the style attributes of all pages."""


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the function for the end of the build with Sphinx."""
    app.add_css_file(SHEET)
    app.connect("build-finished", lift)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def lift(app: Sphinx, error: Exception | None) -> None:
    """Move inline scripts and styles of every page into `_static`; pages that were lifted before stay as they are."""
    if error is not None or app.builder.format != "html":
        return
    folder = Path(app.outdir)
    rules: set[str] = set()
    for path in sorted(folder.rglob("*.html")):
        if path.relative_to(folder).parts[0] == "_downloads":
            continue
        text = _page(folder, path)
        rules.update(f'[data-style="{value}"] {{ {unescape(value)} }}\n' for value in MOVED.findall(text))
    (folder / "_static" / SHEET).write_text("".join(sorted(rules)))


def _page(folder: Path, path: Path) -> str:
    """Rewrite one page, and return its text."""
    before = path.read_text(encoding="utf-8")
    up = "../" * (len(path.relative_to(folder).parts) - 1)

    def move(found: re.Match[str]) -> str:
        kind, content = found.groups()
        name = f"{sha256(content.encode()).hexdigest()[:16]}.{'js' if kind == 'script' else 'css'}"
        (folder / "_static" / name).write_text(content, encoding="utf-8")
        address = f"{up}_static/{name}"
        if kind == "script":
            return f'<script src="{address}"></script>'
        return f'<link rel="stylesheet" href="{address}">'

    after = ATTRIBUTE.sub(r'\1data-style="\2"', INLINE.sub(move, before))
    for plain, told in REACHABLE.items():
        after = after.replace(plain, told)
    if after != before:
        path.write_text(after, encoding="utf-8")
    return after
