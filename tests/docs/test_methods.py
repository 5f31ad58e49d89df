"""Every method is explained on the page of its kind, with the fields that it heeds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.kinds.common.method import Method
from engine.kinds.methods import described_methods

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {
    "census": ("features.md",),
    "enumerate": ("enumeration.md", "frontier.md"),
    "sample": ("sampling.md", "estimates.md"),
    "construct": ("construction.md",),
    "test-generator": ("generators.md",),
}


DESCRIBED = {f"{kind} {name}": (kind, name, method) for kind, name, method in described_methods()}


@pytest.mark.parametrize(("kind", "name", "method"), DESCRIBED.values(), ids=DESCRIBED)
def test_a_method_is_explained(kind: str, name: str, method: Method) -> None:
    """Its name and its fields stand there in code style, or in an example."""
    text = "".join((DOCS / page).read_text(encoding="utf-8") for page in PAGES[kind])
    missing = {name, *method.parameters} - set(re.findall(r"[`\"]([a-z_-]+)", text))
    assert not missing, f"write {sorted(missing)} in code style in docs/{PAGES[kind][0]}"
