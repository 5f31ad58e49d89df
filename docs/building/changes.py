"""Unreleased changes: the fragments in `changes/`, which a release writes into the changelog."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

from sphinx.application import Sphinx

from .tables import Tables

ROOT = Path(__file__).resolve().parents[2]


class Changes(Tables):
    """The fragments under a heading for each of their kinds, or nothing after a release."""

    def lines(self) -> Iterator[str]:
        """Yield the fragments as lists, with their links rewritten for this page."""
        kinds = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["towncrier"]["type"]
        found = {kind["name"]: sorted((ROOT / "changes").glob(f"*.{kind['directory']}.md")) for kind in kinds}
        yield from ("## Unreleased",) if any(found.values()) else ()
        for name, fragments in found.items():
            yield from ("", f"### {name}", "") if fragments else ()
            for fragment in fragments:
                text = fragment.read_text(encoding="utf-8").strip()
                yield "- " + text.replace("](docs/", "](../").replace("\n", "\n  ")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive with Sphinx."""
    app.add_directive("changes", Changes)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
